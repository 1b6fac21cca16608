import { fstatSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { projectOption, readProject } from "./options.ts";
import { print } from "./print.ts";

export const migrationNewCommand = defineCommand({
  name: "migration new",
  parameters: "NAME",
  summary: "Create a migration, with the SQL of standard input if it is a pipe or a file",
  options: projectOption,
  async run({ values, parameters: [name, ...more] }) {
    if (name === undefined || more.length > 0) {
      throw new UsageError("portico migration new needs one name, such as create_notes.");
    }
    const file = await writeMigration(
      readProject(values.project).project,
      name,
      isPiped() ? await text(process.stdin) : "",
    );
    print(`Created ${file}.\n`);
  },
});

/**
 * Writes a migration whose version is the current time (UTC), as the Supabase CLI does.
 *
 * @returns its path within the project folder
 * @throws {UsageError} for a name that is not one of a file
 */
export async function writeMigration(project: string, name: string, sql: string): Promise<string> {
  if (!/^[\w.-]{1,200}$/.test(name)) {
    throw new UsageError(
      `A migration's name consists of letters, digits, ".", "_" and "-"; got "${name}".`,
    );
  }
  const version = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = `supabase/migrations/${version}_${name}.sql`;
  await mkdir(join(project, "supabase/migrations"), { recursive: true });
  await writeFile(join(project, file), sql, { flag: "wx" });
  return file;
}

/** Returns whether standard input is a pipe or a file. A terminal, and `/dev/null`, are not. */
function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}
