import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { isWithinProject } from "../boundary.ts";
import { type Migration, migrationsFolder } from "./migrations.ts";

/** A migration that is not yet in the project folder. */
export interface NewMigration {
  readonly version: string;
  readonly name: string;
  /** The path of the file within the project folder. */
  readonly path: string;
}

/**
 * Chooses the file for a new migration. Its version is the current time (UTC), as with the Supabase CLI, or the next
 * second that is free.
 *
 * @throws {UsageError} for a name that a file cannot have
 */
export async function chooseMigrationFile(project: string, name: string): Promise<NewMigration> {
  if (!/^[\w.-]{1,200}$/.test(name)) {
    throw new UsageError(
      `A migration's name consists of letters, digits, ".", "_" and "-"; got "${name.slice(0, 200)}".`,
    );
  }
  const folder = join(project, migrationsFolder);
  await requireOwnMigrations(project);
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const isTaken = (version: string) => names.some((fileName) => fileName.startsWith(`${version}_`));
  let time = Date.now();
  // Skip versions that are taken, because a version is recorded only once and a command may write several migrations
  // within a second.
  while (isTaken(formatVersion(time))) time += 1000;
  const version = formatVersion(time);
  return { version, name, path: `supabase/migrations/${version}_${name}.sql` };
}

/** @throws {UsageError} if the migrations folder is outside the project, where no command may write or delete files */
export async function requireOwnMigrations(project: string): Promise<void> {
  if (await isWithinProject(project, join(project, migrationsFolder))) return;
  throw new UsageError(`${migrationsFolder} is a link that leads out of the project.`);
}

/**
 * Writes a new migration.
 *
 * @param prepare awaited before the file exists, so that a program that watches the folder does not see the file too
 * early
 * @returns the path of the file within the project folder
 * @throws {UsageError} for a name that a file cannot have
 */
export async function writeMigration(
  project: string,
  name: string,
  sql: string,
  prepare: (migration: Migration) => Promise<void> = async () => {},
): Promise<string> {
  const { version, path } = await chooseMigrationFile(project, name);
  await prepare({ version, name, file: basename(path), sql });
  await writeFile(join(project, path), sql, { flag: "wx" });
  return path;
}

const formatVersion = (timeMs: number) =>
  new Date(timeMs).toISOString().replace(/\D/g, "").slice(0, 14);
