import { ConfigError } from "../config-error.ts";
import type { ProjectFolder } from "../folder.ts";
import { findInterruptedSquash, squashJournalFile } from "./squash-journal.ts";

/** A file `supabase/migrations/<version>_<name>.sql`. */
export interface Migration {
  /**
   * The digits at the start of the file's name. If an earlier file has the same version, this file's `name` is
   * appended.
   */
  readonly version: string;
  readonly name: string;
  /** The file's name. */
  readonly file: string;
  readonly sql: string;
}

export interface MigrationOptions {
  /** Whether to accept files with the same version. They are applied in the order of their names. */
  readonly isLenient?: boolean | undefined;
}

export const migrationsFolder = "supabase/migrations";

/**
 * Reads the migrations of a project folder in the order of their file names, which is the order in which they are
 * applied.
 *
 * Source: the Supabase CLI, `pkg/migration/list.go`.
 *
 * @throws {ConfigError} if two files have the same version and `isLenient` is not set
 */
export async function readMigrations(folder: ProjectFolder, { isLenient }: MigrationOptions = {}) {
  const migrations: Migration[] = [];
  const warnings: string[] = [];
  const files = new Map<string, string>();
  const squash = await findInterruptedSquash(folder, migrationsFolder);
  for (const [index, entry] of (await folder.list(migrationsFolder)).entries()) {
    const file = entry.name;
    if (entry.isDirectory() || file === squashJournalFile) continue;
    if (squash?.replaced.includes(file)) {
      warnings.push(
        `${migrationsFolder}/${file} is skipped, because ${squash.into} replaces it: portico migration squash was interrupted. Run it again.`,
      );
      continue;
    }
    if (index === 0 && isInitialDump(file)) {
      warnings.push(
        `${migrationsFolder}/${file} is skipped: an initial schema of a version of the Supabase CLI before December 2021. Rename it to apply it.`,
      );
      continue;
    }
    const [, version, name] = /^([0-9]+)_(.*)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      warnings.push(
        `${migrationsFolder}/${file} is skipped: a migration is named <version>_<name>.sql.${suggestName(file)}`,
      );
      continue;
    }
    const existingFile = files.get(version);
    if (existingFile !== undefined && !isLenient) {
      throw new ConfigError([
        `${migrationsFolder}/${file} has the same version as ${existingFile}, and a version is recorded only once. Rename ${file} to a version of its own, or start with --lenient to take both in the order of their names.`,
      ]);
    }
    files.set(version, file);
    const sql = (await folder.read(`${migrationsFolder}/${file}`)) ?? "";
    const recordedVersion = existingFile === undefined ? version : `${version}_${name}`;
    migrations.push({ version: recordedVersion, name, file, sql });
  }
  return { migrations, warnings };
}

/** Returns a hint to rename a file whose version is followed by a hyphen, as some project generators write it. */
function suggestName(file: string): string {
  const name = file.replace(/^([0-9]+)-(?=.+\.sql$)/, "$1_");
  return name === file ? "" : ` To apply it, rename it to ${name}.`;
}

function isInitialDump(file: string): boolean {
  const timestamp = /([0-9]{14})_init\.sql/.exec(file)?.[1];
  return timestamp !== undefined && timestamp < "20211209000000";
}
