import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { type Migration, readMigrations } from "../../config/files/migrations.ts";
import { UsageError } from "../../usage-error.ts";

/** The migrations of a project folder, in their order. */
export const migrationsOf = async (project: string): Promise<readonly Migration[]> =>
  (await readMigrations(onDisk(project), { isLenient: true })).migrations;

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

/** Formats the version of a migration as a time, if it is one. */
export function timeOf(version: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!parts) return version;
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
