#!/usr/bin/env node
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reasonNotToWrite } from "./files.ts";
import { planMigration } from "./plan.ts";
import { formatChanges, formatSummary, installCommand } from "./report.ts";

const usage = `npx @portico/react migrate [folder] [--write [--force]]

Migrates an application from @supabase/auth-ui-react, @supabase/auth-ui-shared and
@supabase/auth-helpers-react to @portico/react: imports, package.json, the lists in configurations
of bundlers, and the import of the style sheet. Lists the remaining steps, to do by hand.

  folder     the application, or a repository with several (default: the current folder)
  --write    changes the files (default: only shows the changes)
  --force    changes the files even if git could not undo the changes
`;

process.exitCode = main(process.argv.slice(2));

/** Runs the command and returns its exit code: 2 for wrong arguments. */
function main(args: readonly string[]): number {
  let parsedArguments: ReturnType<typeof parse>;
  try {
    parsedArguments = parse(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  const { positionals, values } = parsedArguments;
  const [command, folder = ".", ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const root = resolve(folder);
  const isFolder = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (command !== "migrate" || rest.length > 0 || !isFolder) {
    if (command === "migrate" && !isFolder) console.error(`${root} is not a folder.\n`);
    console.error(usage);
    return 2;
  }
  const reason = values.write && !values.force ? reasonNotToWrite(root) : undefined;
  if (reason) {
    console.error(reason);
    return 1;
  }
  return migrate(root, values.write ?? false);
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: "boolean" },
      force: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}

function migrate(root: string, isWriting: boolean): number {
  const result = planMigration(root, `^${version()}`);
  const lines = formatChanges(result, root);
  if (lines.length > 0) console.log(`${lines.join("\n")}\n`);
  if (result.changes.size === 0) console.log("There is nothing to migrate.\n");
  if (result.changes.size === 0 && result.remarks.length === 0) return 0;
  if (isWriting) for (const [file, { updated }] of result.changes) writeFileSync(file, updated);
  console.log(formatSummary(result, root, isWriting).join("\n"));
  if (result.changes.size === 0) return 0;
  console.log(
    isWriting
      ? `\nWritten. Run ${installCommand(root)}, then your formatter. To undo the changes, run \`git restore .\`.`
      : "\nNothing was changed. To apply the changes, run the command again with --write.",
  );
  return 0;
}

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return String(Reflect.get(Object(manifest), "version"));
}
