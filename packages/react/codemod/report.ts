import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { configurations } from "./configuration.ts";
import { stylesheet } from "./packages.ts";
import type { Plan } from "./project.ts";

const differences = "node_modules/@portico/react/docs/migration.md#what-people-see";

/** The changes, file by file and line by line. */
export function changesOf({ changes }: Plan, root: string): string[] {
  return [...changes].flatMap(([file, { before, after }]) => [
    relative(root, file),
    ...difference(before, after).map((line) => `  ${line}`),
  ]);
}

/** The end of it, in a few lines: what changed, what looks different and why, what to check by hand. */
export function summary(plan: Plan, root: string, written: boolean): string[] {
  const files = [...plan.changes.keys()].map((file) => relative(root, file));
  const manifests = files.filter((file) => /package\.json$/.test(file));
  const configured = files.filter((file) => configurations.test(file));
  const sources = files.length - manifests.length - configured.length;
  const styled = [...plan.changes].filter(
    ([, { before, after }]) => after.includes(stylesheet) && !before.includes(stylesheet),
  );
  const changed = [
    count(sources, "source file"),
    count(configured.length, "configuration"),
    count(manifests.length, "package.json", "package.json files"),
  ].filter((text) => text !== "");
  return [
    written ? "What changed" : "What would change",
    ...(changed.length > 0 ? [`  ${changed.join(", ")}`] : []),
    ...styled.map(([file]) => `  the stylesheet is loaded in ${relative(root, file)}`),
    ...(plan.showsForms
      ? [
          "",
          "What looks different, and why",
          "  Some colours, for contrast; the focus, so that it can be seen; sizes that a finger can hit.",
          `  Each with its way back: ${differences}`,
        ]
      : []),
    "",
    "What to check by hand",
    ...plan.remarks.map(({ file, line, text }) => `  ${relative(root, file)}:${line} ${text}`),
    ...(plan.showsForms ? ["  The sign-in page, light and dark; sign in once."] : []),
    ...(plan.showsForms || plan.remarks.length > 0 ? [] : ["  Nothing."]),
  ];
}

/** How the application installs its packages. */
export function install(root: string): string {
  const locks = {
    "pnpm-lock.yaml": "pnpm install",
    "yarn.lock": "yarn install",
    "bun.lock": "bun install",
    "bun.lockb": "bun install",
  };
  const found = Object.entries(locks).find(([lock]) => existsSync(join(root, lock)));
  return found?.[1] ?? "npm install";
}

function count(number: number, one: string, many = `${one}s`): string {
  return number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
}

/** The lines that go and come. A move keeps lines in their order, so that one pass finds them. */
function difference(before: string, after: string): string[] {
  const old = before.split(/\r?\n/);
  const lines: string[] = [];
  let at = 0;
  for (const line of after.split(/\r?\n/)) {
    const same = old.indexOf(line, at);
    if (same >= 0) {
      for (; at < same; at++) lines.push(`- ${old[at]}`);
      at++;
    } else {
      lines.push(`+ ${line}`);
    }
  }
  for (; at < old.length; at++) lines.push(`- ${old[at]}`);
  return lines;
}
