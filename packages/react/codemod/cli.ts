#!/usr/bin/env node
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Plan, plan } from "./project.ts";

const usage = `npx @portico/react migrate [folder] [--write]

Moves an application from @supabase/auth-ui-react, @supabase/auth-ui-shared and
@supabase/auth-helpers-react to @portico/react: imports, mocks, package.json, and the import of the
stylesheet. Everything else stays as it is, byte for byte.

  folder    the application, or a repository with several: the current folder, unless told otherwise
  --write   changes the files; without it, the command only says what it would change
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
  if (command !== "migrate" || rest.length > 0 || !there) {
    if (command === "migrate" && !there) console.error(`There is no folder ${root}.\n`);
    console.error(usage);
    return 2;
  }

  const result = plan(root, `^${version()}`);
  report(result, root);
  if (result.changes.size === 0) return 0;
  if (!values.write) {
    console.log("\nNothing is written yet. Run it again with --write to do so.");
    return 0;
  }
  for (const [file, { after }] of result.changes) writeFileSync(file, after);
  console.log("\nWritten. Run your package manager's install to take the new package.");
  return 0;
}

function options(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { write: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}

function report({ changes, remarks }: Plan, root: string): void {
  if (changes.size === 0) console.log("Nothing here is to be moved.");
  for (const [file, { before, after }] of changes) {
    console.log(relative(root, file));
    for (const line of difference(before, after)) console.log(`  ${line}`);
  }
  if (remarks.length > 0) console.log("\nTo look at yourself:");
  for (const { file, line, text } of remarks)
    console.log(`  ${relative(root, file)}:${line} ${text}`);
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

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return String(Reflect.get(Object(manifest), "version"));
}
