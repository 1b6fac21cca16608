import { AddressError } from "./address-error.ts";
import { DatabaseError } from "./errors.ts";
import { preinstallationScripts } from "./extensions.ts";
import type { Connection, Database } from "./port.ts";
import { retry } from "./retry-loop.ts";
import { systemScripts } from "./scripts.ts";
import { type Sql, sql } from "./sql.ts";

/** The key of the advisory lock that is held while migrations run. */
const migrationLockKey = 7_076_021;

/**
 * Brings the database to the state that the backend needs: roles, the `auth` schema, and the private `portico` schema.
 * Each file of `system/` runs once, in its own transaction, and is recorded.
 *
 * @throws {AddressError} if the server is too old or read-only, or was prepared before the files were merged
 */
export async function prepareDatabase(database: Database): Promise<void> {
  if (database.engine === "postgres") await requireServer(database);
  const migrations = await systemMigrations();
  const recordedNames = await readRecordedNames(
    database,
    sql`select name from portico.system_migrations`,
  );
  if (recordedNames && migrations.every(({ name }) => recordedNames.has(name))) return;
  if (recordedNames?.has(firstMergedFile) && !recordedNames.has(lastMergedFile)) {
    throw new AddressError(
      "The database was prepared by a version of Portico before 0.1.0, which this version cannot migrate. Export the project with that version, and import it into a new database.",
    );
  }
  await withMigrationLock(database, (connection) =>
    connection.script(`
      create schema if not exists portico;
      create table if not exists portico.system_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`),
  );
  for (const { name, text } of migrations) {
    const apply = () =>
      withMigrationLock(database, async (connection) => {
        const record = sql`
          insert into portico.system_migrations (name) values (${name}) on conflict do nothing`;
        if ((await connection.query(record)).affected > 0) await connection.script(text);
      });
    await retry(apply, isRoleConflict, maxRoleAttempts);
  }
}

/**
 * The SQLSTATEs of conflicts between two databases of one server that are prepared at the same time. All databases of a
 * server share its roles, but each has its own advisory locks. A new role of the other database may exist already
 * (`duplicate_object`, `unique_violation`) or seem to be missing (`undefined_object`), and the server reports a role
 * that both change as `internal_error` ("tuple concurrently updated").
 */
const roleConflictCodes: ReadonlySet<string> = new Set(["42710", "23505", "42704", "XX000"]);

/** The number of attempts before a conflict is thrown. The other database prepares each file only once. */
const maxRoleAttempts = 10;

const isRoleConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && roleConflictCodes.has(error.code);

/**
 * The files 0004 to 0024 were merged into earlier files, and into those of storage, realtime and the hosted service. A
 * database in which all of them are recorded is up to date.
 */
const firstMergedFile = "0004_inbox.sql";
const lastMergedFile = "0024_row_filters.sql";

/** The oldest version of PostgreSQL with all features that the backend uses. */
const defaultMinMajorVersion = 15;

/**
 * Checks the server before anything in it is changed.
 *
 * @throws {AddressError} if the server is older than `minMajorVersion`, is a standby, does not use UTF-8, or does not use standard
 * conforming strings
 */
export async function requireServer(
  database: Database,
  minMajorVersion = defaultMinMajorVersion,
): Promise<void> {
  const { rows } = await database.query<{
    major: number;
    version: string;
    isStandby: boolean;
    encoding: string;
    usesBackslashEscapes: boolean;
  }>(sql`
    select current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
      current_setting('server_encoding') as encoding,
      current_setting('standard_conforming_strings') = 'off' as "usesBackslashEscapes"`);
  const [server] = rows;
  if (!server) return;
  const { major, version, isStandby, encoding, usesBackslashEscapes } = server;
  if (major < minMajorVersion) {
    throw new AddressError(
      `The server that DATABASE_URL names is PostgreSQL ${version}. Portico needs version ${minMajorVersion} or newer.`,
    );
  }
  if (isStandby) {
    throw new AddressError(
      "The server that DATABASE_URL names is a standby, which refuses changes. Name the primary, or all servers, separated by commas.",
    );
  }
  if (encoding !== "UTF8") {
    throw new AddressError(
      `The database that DATABASE_URL names has the encoding ${encoding}, which cannot represent all characters. Portico needs a database with the encoding UTF8.`,
    );
  }
  if (usesBackslashEscapes) {
    throw new AddressError(
      "The server that DATABASE_URL names interprets backslashes in strings. Portico needs standard_conforming_strings = on, at least for its database: alter database … set standard_conforming_strings = on.",
    );
  }
}

/** Returns the files of `system/` in order, followed by the preinstalled extensions. */
export async function systemMigrations(): Promise<{ name: string; text: string }[]> {
  return [...(await systemScripts()), ...(await preinstallationScripts())];
}

/**
 * Returns the names of the recorded migrations, or undefined if the table of records does not exist yet. Most starts
 * have nothing to apply and need only this query.
 *
 * @param names a query that selects `name`
 */
export async function readRecordedNames(
  database: Database,
  names: Sql,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const { rows } = await database.query<{ name: string }>(names);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTableCode) return undefined;
    throw error;
  }
}

const undefinedTableCode = "42P01";

/** Runs `work` in a transaction that does not overlap with migrations of other processes. */
export function withMigrationLock(
  database: Database,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.batch(migrationLockStatements);
    await work(connection);
  });
}

/**
 * The first statements of a migration transaction. PostgreSQL caches that a schema does not exist; reading the catalog
 * clears this cache, because another process may have created the schema while this one waited for the lock.
 */
export const migrationLockStatements: readonly Sql[] = [
  sql`select pg_advisory_xact_lock(${migrationLockKey})`,
  sql`select from pg_namespace limit 0`,
];
