import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands, isOnNpm, notices, pages, releasedText } from "./npm-commands.mjs";
import { root } from "./process/run.mjs";

const texts = pages().map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const switchedTooEarly = texts
  .filter(({ text }) => releasedText(text) !== text)
  .map(({ file }) => file);

test("no page shows a command that needs the packages on npm before they are published", () => {
  const ownPackages = "(@portico/[a-z]+|portico@|create portico|portico-react)";
  const command = new RegExp(
    `\\b(npm|pnpm|yarn|bun|npx|pnpx|bunx) (exec |dlx |install |i |add |init |-\\S+( /\\S+)? )*${ownPackages}(?!-)[^\\n]*`,
    "g",
  );
  const prematureCommands = texts.flatMap(({ file, text }) =>
    [...text.matchAll(command)].map(([line]) => `${file}: ${line}`),
  );
  if (isOnNpm) expect(switchedTooEarly).toEqual([]);
  else expect(prematureCommands).toEqual([]);
});

test.runIf(!isOnNpm)("the switch changes every notice and every command on a page", () => {
  const allText = texts.map(({ text }) => text).join("\n");
  for (const notice of notices) expect(allText).toContain(notice);
  expect(switchedTooEarly).toContain("packages/react/docs/quick-start.md");
  expect(switchedTooEarly).toContain("site/src/content/docs/index.mdx");
  const releasedPages = texts.map(({ text }) => releasedText(text)).join("\n");
  expect(releasedPages).toContain("npx @portico/backend start");
  expect(releasedPages).not.toContain("not on npm yet");
  for (const [checkout] of commands) expect(releasedPages).not.toContain(checkout);
});
