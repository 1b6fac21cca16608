import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { stylesheet } from "./packages.ts";
import type { Plan } from "./plan.ts";
import { configurations } from "./source.ts";

const differences = "node_modules/@portico/react/docs/migration.md#what-people-see";

/** Returns the changed lines of each file. */
export function changesOf({ changes }: Plan, root: string): string[] {
  return [...changes].flatMap(([file, { original, updated }]) => [
    relative(root, file),
    ...difference(original, updated).map((line) => `  ${line}`),
  ]);
}

/** Returns the summary: what changed, what looks different and why, and what to do by hand. */
export function summary(plan: Plan, root: string, isWritten: boolean): string[] {
  const files = [...plan.changes.keys()].map((file) => relative(root, file));
  const manifests = files.filter((file) => /package\.json$/.test(file));
  const configured = files.filter((file) => configurations.test(file));
  const sources = files.length - manifests.length - configured.length;
  const styled = [...plan.changes].filter(
    ([, { original, updated }]) => updated.includes(stylesheet) && !original.includes(stylesheet),
  );
  const changed = [
    count(sources, "source file"),
    count(configured.length, "configuration"),
    count(manifests.length, "package.json", "package.json files"),
  ].filter((text) => text !== "");
  return [
    isWritten ? "What changed" : "What would change",
    ...(changed.length > 0 ? [`  ${changed.join(", ")}`] : []),
    ...styled.map(([file]) => `  the style sheet is loaded in ${relative(root, file)}`),
    ...(plan.showsForms
      ? [
          "",
          "What looks different, and why",
          "  Some colors, for contrast; a visible focus; larger targets for touch.",
          `  How to undo each of them: ${differences}`,
        ]
      : []),
    "",
    "What to do by hand",
    ...plan.remarks.map(({ file, line, text }) => `  ${relative(root, file)}:${line} ${text}`),
    ...(plan.showsForms ? ["  Look at the sign-in page, light and dark, and sign in once."] : []),
    ...(plan.showsForms || plan.remarks.length > 0 ? [] : ["  Nothing."]),
  ];
}

/** Returns the command that installs the application's packages. */
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

function count(number: number, item: string, many = `${item}s`): string {
  return number === 0 ? "" : `${number} ${number === 1 ? item : many}`;
}

/** Returns the removed and the added lines. Lines keep their order, so one pass finds them. */
function difference(original: string, updated: string): string[] {
  const originalLines = original.split(/\r?\n/);
  const lines: string[] = [];
  let at = 0;
  for (const line of updated.split(/\r?\n/)) {
    const matchIndex = originalLines.indexOf(line, at);
    if (matchIndex >= 0) {
      for (; at < matchIndex; at++) lines.push(`- ${originalLines[at]}`);
      at++;
    } else {
      lines.push(`+ ${line}`);
    }
  }
  for (; at < originalLines.length; at++) lines.push(`- ${originalLines[at]}`);
  return lines;
}
