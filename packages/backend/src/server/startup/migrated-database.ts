import { warnOfSettings } from "../../config/sections/database-settings.ts";
import { findTriggersFailingOnHosted } from "../../database/auth-triggers/diagnosis.ts";
import { applyProject, createsPostgis } from "../../database/migrations/apply-project.ts";
import { describeStandIns } from "../../database/migrations/extension-statements.ts";
import { warnOfSharedRoleSettings } from "../../database/migrations/role-settings.ts";
import type { Database } from "../../database/port.ts";
import { findMissingRights, type MissingRight } from "../../database/rights.ts";
import { prepareDatabase } from "../../database/system.ts";
import type { Tracing } from "../../monitoring/tracing.ts";
import type { CleanupStack } from "../cleanup-stack.ts";
import { logOutages, openDatabase } from "../databases.ts";
import type { ServerOptions } from "../options.ts";
import type { Settings } from "./settings.ts";

export interface MigratedDatabase {
  readonly database: Database;
  /** The same database without tracing: its statements create no spans. */
  readonly untracedDatabase: Database;
  readonly warnings: readonly string[];
}

/**
 * Opens the database and applies the backend's and the project's migrations.
 *
 * @throws {DirectoryInUse} {DirectoryNotWritable} {DatabaseUnavailable} {AddressError} {MigrationError}
 */
export async function openMigratedDatabase(
  options: ServerOptions,
  { project }: Pick<Settings, "project">,
  tracing: Tracing | undefined,
  cleanup: CleanupStack,
): Promise<MigratedDatabase> {
  const { progress = () => {} } = options;
  const files = [...project.migrations, ...project.seeds];
  progress(
    createsPostgis(files) && !("url" in options.storage)
      ? "Opening the database with PostGIS (the first start takes half a minute)"
      : "Opening the database",
  );
  const opened = await openDatabase(options, project);
  const untracedDatabase = options.interceptors?.wrapped?.(opened) ?? opened;
  const database = tracing?.statements(untracedDatabase) ?? untracedDatabase;
  cleanup.push(() => database.close());
  logOutages(database, options.storage, options.log);
  await prepareDatabase(database);
  const notes: string[] = [];
  const applied = options.leavesMigrations
    ? []
    : await applyProject(database, project, {
        progress,
        note: (message) => notes.push(message),
      });
  if (applied.length > 0) progress(`Applied ${summarizeNames(applied)}`);
  return {
    database,
    untracedDatabase,
    warnings: [
      ...notes,
      ...(await findTriggersFailingOnHosted(database)).map(describeMissingRight),
      ...(database.notes ?? []),
      ...describeStandIns(files),
      ...warnOfSettings(project.databaseSettings, { isEmbedded: database.engine === "pglite" }),
      ...(database.engine === "postgres"
        ? [
            ...warnOfSharedRoleSettings(project.migrations),
            ...(await findMissingRights(database)).map(describeMissingRight),
          ]
        : []),
    ],
  };
}

const describeMissingRight = ({ effect, remedy }: MissingRight) => `${effect} ${remedy}`;

/** Shortens a list of more than ten names to their number and the first and last name. */
const summarizeNames = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(", ") : `${names.length} files, ${names[0]} to ${names.at(-1)}`;
