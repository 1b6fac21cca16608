import { AddressError } from "./address-error.ts";
import { preinstallations } from "./extensions.ts";
import { type Connection, type Database, DatabaseError } from "./port.ts";
import { systemScripts } from "./scripts.ts";
import { type Sql, sql } from "./sql.ts";

/** The number of the lock that is held while migrations run. */
const migrationLock = 7_076_021;

/**
 * Brings the database to the state that the backend needs: roles, the schema `auth`, and the private
 * schema `portico`. Each file of `system/` runs once, in its own transaction, and is recorded.
 *
 * @throws {AddressError} when the server is too old, or takes no changes
 */
export async function prepareDatabase(database: Database): Promise<void> {
  if (database.engine === "postgres") await requireServer(database);
  const migrations = await systemMigrations();
  const recorded = await recordedIn(database, sql`select name from portico.system_migrations`);
  if (recorded && migrations.every(({ name }) => recorded.has(name))) return;
  await onceAtATime(database, (connection) =>
    connection.script(`
      create schema if not exists portico;
      create table if not exists portico.system_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`),
  );
  for (const { name, text } of migrations) {
    await onceAtATime(database, async (connection) => {
      const record = sql`
        insert into portico.system_migrations (name) values (${name}) on conflict do nothing`;
      if ((await connection.query(record)).affected > 0) await connection.script(text);
    });
  }
}

/** The first version of PostgreSQL with all that the backend asks for. */
const leastVersion = 15;

/**
 * Looks at the server before anything in it is changed.
 *
 * @throws {AddressError} when it is older than `least`, a standby, cannot hold every letter, or reads strings in its
 * old way
 */
export async function requireServer(database: Database, least = leastVersion): Promise<void> {
  const { rows } = await database.query<{
    major: number;
    version: string;
    isStandby: boolean;
    encoding: string;
    readsBackslashes: boolean;
  }>(sql`
    select current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
      current_setting('server_encoding') as encoding,
      current_setting('standard_conforming_strings') = 'off' as "readsBackslashes"`);
  const [server] = rows;
  if (!server) return;
  const { major, version, isStandby, encoding, readsBackslashes } = server;
  if (major < least) {
    throw new AddressError(
      `The server that DATABASE_URL names is PostgreSQL ${version}. Portico needs version ${least} or newer.`,
    );
  }
  if (isStandby) {
    throw new AddressError(
      "The server that DATABASE_URL names is a standby, which takes no changes. Name the primary, or all servers, separated by commas.",
    );
  }
  if (encoding !== "UTF8") {
    throw new AddressError(
      `The database that DATABASE_URL names has the encoding ${encoding}, which cannot hold every name. Portico needs one that was created with the encoding UTF8.`,
    );
  }
  if (readsBackslashes) {
    throw new AddressError(
      "The server that DATABASE_URL names reads backslashes in strings. Portico needs standard_conforming_strings = on, for the database at least: alter database … set standard_conforming_strings = on.",
    );
  }
}

/** The files of `system/`, in their order, and the extensions that come after them. */
export async function systemMigrations(): Promise<{ name: string; text: string }[]> {
  return [...(await systemScripts()), ...(await preinstallations())];
}

/**
 * The recorded migrations, by name; undefined where the table of records does not exist yet. Most starts have
 * nothing to do, and this query is enough to know.
 *
 * @param names a query for `name`
 */
export async function recordedIn(
  database: Database,
  names: Sql,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const { rows } = await database.query<{ name: string }>(names);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTable) return undefined;
    throw error;
  }
}

const undefinedTable = "42P01";

/** Runs `work` in a transaction that overlaps no other process's migration. */
export function onceAtATime(
  database: Database,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.batch(alone);
    await work(connection);
  });
}

/**
 * The statements that a transaction of migrations begins with. A session that has looked for a schema remembers that
 * it was not there. Reading the catalogue makes it forget that: another process may have made the schema while this
 * one waited.
 */
export const alone: readonly Sql[] = [
  sql`select pg_advisory_xact_lock(${migrationLock})`,
  sql`select from pg_namespace limit 0`,
];
