#!/usr/bin/env node
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { memory } from "./files.ts";
import { plan } from "./project.ts";
import { changesOf, install, summary } from "./report.ts";
import { undo, write } from "./undo.ts";

const usage = `npx @portico/react migrate [folder] [--dry-run | --write | --undo]

Moves an application from @supabase/auth-ui-react, @supabase/auth-ui-shared and
@supabase/auth-helpers-react to @portico/react: imports, mocks, configurations, package.json, and
the import of the stylesheet. Everything else stays as it is, byte for byte.

  folder     the application, or a repository with several: the current folder, unless told otherwise
  --dry-run  only says what it would change: the default
  --write    changes the files, and remembers how they were in ${memory}
  --undo     puts them back, but for those that were changed since
`;

process.exitCode = main(process.argv.slice(2));

/** Runs the command, and returns its exit status: 2 when it was called wrongly. */
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
  const there = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const ways = [values["dry-run"], values.write, values.undo].filter(Boolean);
  if (command !== "migrate" || rest.length > 0 || !there || ways.length > 1) {
    if (command === "migrate" && !there) console.error(`There is no folder ${root}.\n`);
    console.error(usage);
    return 2;
  }
  return values.undo ? takeBack(root) : move(root, values.write ?? false);
}

function options(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean" },
      write: { type: "boolean" },
      undo: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}

function move(root: string, writing: boolean): number {
  const result = plan(root, `^${version()}`);
  const lines = changesOf(result, root);
  if (lines.length > 0) console.log(`${lines.join("\n")}\n`);
  if (result.changes.size === 0) console.log("Nothing here is to be moved.\n");
  if (result.changes.size === 0 && result.remarks.length === 0) return 0;
  if (writing) write(root, result.changes);
  console.log(summary(result, root, writing).join("\n"));
  if (result.changes.size === 0) return 0;
  console.log(
    writing
      ? `\nWritten. Run ${install(root)} to take the new package. --undo takes it back; delete ${memory} when you are content.`
      : "\nNothing is written yet. Run it again with --write to do so.",
  );
  return 0;
}

function takeBack(root: string): number {
  const result = undo(root);
  if (!result) {
    console.error(`Nothing is remembered here: there is no ${memory}.`);
    return 1;
  }
  for (const file of result.restored) console.log(`${file} is as it was.`);
  for (const file of result.changed) console.log(`${file} was changed since; left as it is.`);
  console.log(`\nRun ${install(root)} to take the old packages.`);
  return result.changed.length === 0 ? 0 : 1;
}

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return String(Reflect.get(Object(manifest), "version"));
}
