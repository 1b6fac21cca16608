import type { JWK } from "jose";
import { type Migration, type MigrationOptions, readMigrations } from "./files/migrations.ts";
import { warnOfFilesOutside } from "./files/outside-project.ts";
import { readSeeds, type Seed } from "./files/seeds.ts";
import { readSigningKeys } from "./files/signing-keys.ts";
import {
  type Notifications,
  readNotifications,
  readTemplates,
  type Templates,
} from "./files/templates.ts";
import type { ProjectFolder } from "./folder.ts";
import type { DatabaseSettings } from "./sections/database-settings.ts";
import type { Config, ParsedConfig } from "./sections/schema.ts";

/** The contents of a project folder other than its config.toml. */
export interface Project {
  readonly migrations: readonly Migration[];
  readonly seeds: readonly Seed[];
  /**
   * Whether new tables are granted to the API's roles automatically. Undefined keeps the current default privileges.
   */
  readonly exposesNewTables: boolean | undefined;
  /** The secrets of `[db.vault]`, by name. */
  readonly vault: Config["db"]["vault"];
  readonly databaseSettings: DatabaseSettings;
  readonly templates: Templates;
  readonly notifications: Notifications;
  /** The keys of `auth.signing_keys_path` in the order of the file. Empty if the path is not set. */
  readonly signingKeys: readonly JWK[];
  /** Warnings for the operator about files that were skipped or are outside the project. */
  readonly warnings: readonly string[];
}

/**
 * Reads the files of a project folder: those that its configuration names, and those that the Supabase CLI expects at
 * fixed paths.
 *
 * @throws {ConfigError} when a file that the configuration names is missing or invalid
 */
export async function readProject(
  folder: ProjectFolder,
  config: ParsedConfig | Config,
  options: MigrationOptions = {},
): Promise<Project> {
  const { migrations: migration, seed } = config.db;
  const migrations = migration.enabled ? await readMigrations(folder, options) : undefined;
  const seeds = seed.enabled ? await readSeeds(folder, seed.sql_paths) : undefined;
  return {
    migrations: migrations?.migrations ?? [],
    seeds: seeds?.seeds ?? [],
    exposesNewTables: config.api.auto_expose_new_tables,
    vault: config.db.vault,
    databaseSettings: config.db.settings,
    templates: await readTemplates(folder, config.auth.email),
    notifications: await readNotifications(folder, config.auth.email),
    signingKeys: await readSigningKeys(folder, config.auth.signing_keys_path),
    warnings: [
      ...(migrations?.warnings ?? []),
      ...(seeds?.warnings ?? []),
      ...(await warnOfFilesOutside(folder, config, seeds?.seeds ?? [])),
    ],
  };
}
