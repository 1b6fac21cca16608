import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { type Migration, readMigrations } from "../../config/files/migrations.ts";
import { UsageError } from "../../usage-error.ts";

/** The migrations of a project folder, in their order. */
export const migrationsOf = async (project: string): Promise<readonly Migration[]> =>
  (await readMigrations(onDisk(project), { isLenient: true })).migrations;

/**
 * Writes a migration whose version is the current time (UTC), as the Supabase CLI does, or the next free second.
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
  const folder = join(project, "supabase/migrations");
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const isTaken = (version: string) => names.some((other) => other.startsWith(`${version}_`));
  let time = Date.now();
  // A version is recorded only once, and a command may write several migrations in a second.
  while (isTaken(versionAt(time))) time += 1000;
  const file = `supabase/migrations/${versionAt(time)}_${name}.sql`;
  await writeFile(join(project, file), sql, { flag: "wx" });
  return file;
}

const versionAt = (timeMs: number) =>
  new Date(timeMs).toISOString().replace(/\D/g, "").slice(0, 14);

/** Formats the version of a migration as a time, if it is one. */
export function timeOf(version: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!parts) return version;
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
