import { onDisk } from "../../config/disk.ts";
import { type Migration, readMigrations } from "../../config/files/migrations.ts";

/** Returns the migrations of a project folder in order. */
export const listMigrations = async (project: string): Promise<readonly Migration[]> =>
  (await readMigrations(onDisk(project), { isLenient: true })).migrations;

/** Formats a migration's version as a time, if it is one. */
export function formatVersion(version: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!parts) return version;
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
