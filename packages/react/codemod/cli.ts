#!/usr/bin/env node
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reasonNotToWrite } from "./files.ts";
import { plan } from "./plan.ts";
import { changesOf, install, summary } from "./report.ts";

const usage = `npx @portico/react migrate [folder] [--write [--force]]

Moves an application from @supabase/auth-ui-react, @supabase/auth-ui-shared and
@supabase/auth-helpers-react to @portico/react: imports, package.json, the lists in configurations
of bundlers, and the import of the style sheet. The rest is listed, to do by hand.

  folder     the application, or a repository with several; by default the current folder
  --write    changes the files; without it, only shows what would change
  --force    writes although git could not take the changes back
`;

process.exitCode = main(process.argv.slice(2));

/** Runs the command, and returns its exit status: 2 for wrong arguments. */
function main(args: readonly string[]): number {
  let parsed: ReturnType<typeof options>;
  try {
    parsed = options(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  const { positionals, values } = parsed;
  const [command, folder = ".", ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const root = resolve(folder);
  const isFolder = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (command !== "migrate" || rest.length > 0 || !isFolder) {
    if (command === "migrate" && !isFolder) console.error(`There is no folder ${root}.\n`);
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

function options(args: readonly string[]) {
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
  const result = plan(root, `^${version()}`);
  const lines = changesOf(result, root);
  if (lines.length > 0) console.log(`${lines.join("\n")}\n`);
  if (result.changes.size === 0) console.log("There is nothing to move.\n");
  if (result.changes.size === 0 && result.remarks.length === 0) return 0;
  if (isWriting) for (const [file, { updated }] of result.changes) writeFileSync(file, updated);
  console.log(summary(result, root, isWriting).join("\n"));
  if (result.changes.size === 0) return 0;
  console.log(
    isWriting
      ? `\nWritten. Run ${install(root)}, then your formatter. \`git restore .\` takes it back.`
      : "\nNothing is written yet. Run it again with --write.",
  );
  return 0;
}

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return String(Reflect.get(Object(manifest), "version"));
}
