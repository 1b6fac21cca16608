import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { stylesheet } from "./packages.ts";
import type { MigrationPlan } from "./plan.ts";
import { bundlerConfigurationPattern } from "./source.ts";

const differencesPage = "node_modules/@portico/react/docs/migration.md#what-people-see";

/** Returns the changed lines of each file. */
export function formatChanges({ changes }: MigrationPlan, root: string): string[] {
  return [...changes].flatMap(([file, { original, updated }]) => [
    relative(root, file),
    ...difference(original, updated).map((line) => `  ${line}`),
  ]);
}

/** Returns the summary: what changed, what looks different and why, and what the developer must do manually. */
export function formatSummary(plan: MigrationPlan, root: string, isWritten: boolean): string[] {
  const files = [...plan.changes.keys()].map((file) => relative(root, file));
  const manifests = files.filter((file) => /package\.json$/.test(file));
  const configurationFiles = files.filter((file) => bundlerConfigurationPattern.test(file));
  const sources = files.length - manifests.length - configurationFiles.length;
  const styledEntries = [...plan.changes].filter(
    ([, { original, updated }]) => updated.includes(stylesheet) && !original.includes(stylesheet),
  );
  const counts = [
    count(sources, "source file"),
    count(configurationFiles.length, "configuration"),
    count(manifests.length, "package.json", "package.json files"),
  ].filter((text) => text !== "");
  return [
    isWritten ? "What changed" : "What would change",
    ...(counts.length > 0 ? [`  ${counts.join(", ")}`] : []),
    ...styledEntries.map(([file]) => `  the style sheet is loaded in ${relative(root, file)}`),
    ...(plan.showsForms
      ? [
          "",
          "What looks different, and why",
          "  Some colors have more contrast, the focus is visible, and touch targets are larger.",
          `  How to undo each of them: ${differencesPage}`,
        ]
      : []),
    "",
    "What to do by hand",
    ...plan.remarks.map(({ file, line, text }) => `  ${relative(root, file)}:${line} ${text}`),
    ...(plan.showsForms
      ? ["  Check the sign-in page in light and dark mode, and sign in once."]
      : []),
    ...(plan.showsForms || plan.remarks.length > 0 ? [] : ["  Nothing."]),
  ];
}

/** Returns the command that installs the application's packages. */
export function installCommand(root: string): string {
  const locks = {
    "pnpm-lock.yaml": "pnpm install",
    "yarn.lock": "yarn install",
    "bun.lock": "bun install",
    "bun.lockb": "bun install",
  };
  const lockEntry = Object.entries(locks).find(([lock]) => existsSync(join(root, lock)));
  return lockEntry?.[1] ?? "npm install";
}

function count(number: number, singular: string, plural = `${singular}s`): string {
  return number === 0 ? "" : `${number} ${number === 1 ? singular : plural}`;
}

/** Returns the removed and the added lines. One pass is sufficient, because the codemod does not reorder lines. */
function difference(original: string, updated: string): string[] {
  const originalLines = original.split(/\r?\n/);
  const lines: string[] = [];
  let position = 0;
  for (const line of updated.split(/\r?\n/)) {
    const matchIndex = originalLines.indexOf(line, position);
    if (matchIndex >= 0) {
      for (; position < matchIndex; position++) lines.push(`- ${originalLines[position]}`);
      position++;
    } else {
      lines.push(`+ ${line}`);
    }
  }
  for (; position < originalLines.length; position++) lines.push(`- ${originalLines[position]}`);
  return lines;
}
