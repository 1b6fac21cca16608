import { DatabaseUnavailable } from "../../src/database/errors.ts";
import { openNew } from "../../src/database/pglite/new-database.ts";
import type { PgliteDatabase } from "../../src/database/pglite/pglite.ts";
import type { Connection, Database } from "../../src/database/port.ts";
import { identifier, join, type Sql, sql, trusted } from "../../src/database/sql.ts";
import {
  type CatalogRows,
  readCatalogRows,
  restoreCatalogRows,
  restoredCatalogs,
} from "./catalog-rows.ts";
import { dropObjectsAfter, highestObjectId } from "./created-objects.ts";

/** An embedded database, with the state that is restored before another test file uses it. */
interface Reusable {
  readonly database: PgliteDatabase;
  readonly emptyTables: readonly Sql[];
  readonly filledTables: readonly Sql[];
  /** The highest object identifier of the fresh database. */
  readonly highestId: number;
  readonly catalogRows: CatalogRows;
  readonly freshFingerprint: Fingerprint;
}

/** A fingerprint that reveals changes that {@link restoreDatabase} could not undo. */
interface Fingerprint {
  /** The number of rows and the newest transaction of each catalog. */
  readonly catalogs: unknown;
  /** The settings of the session. */
  readonly settings: unknown;
  /** A digest of the rows of each table that is not empty in a prepared database. */
  readonly contents: unknown;
  readonly sequences: unknown;
}

/**
 * Databases that are ready for the next test file. One worker runs its files one after another, so there is rarely more
 * than one.
 */
const idleDatabases: Reusable[] = [];

/**
 * Opens a prepared embedded database. Opening a new one takes almost a second of processor time, so `close` keeps the
 * database for the next caller: it deletes the rows that were written and drops the objects that were created. If
 * something else has changed, such as the columns of a system table, `close` closes the database.
 */
export async function openReusedDatabase(): Promise<PgliteDatabase> {
  const reusable = idleDatabases.pop() ?? (await openFreshDatabase());
  const lease = new Lease();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await lease.end();
    const isRestored = await restoreDatabase(reusable).catch(() => false);
    await reusable.database.parseAgain();
    if (isRestored) idleDatabases.push(reusable);
    else await reusable.database.close();
  };
  return {
    ...lease.guard(reusable.database),
    saveTo: reusable.database.saveTo,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function openFreshDatabase(): Promise<Reusable> {
  const database = await openNew();
  const { rows } = await database.query<{ schema: string; name: string }>(sql`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    order by 1, 2`);
  const tables = rows.map(({ schema, name }) => identifier(schema, name));
  const isFilled = await haveRows(database, tables);
  const filledTables = tables.filter((_, index) => isFilled[index]);
  return {
    database,
    emptyTables: tables.filter((_, index) => !isFilled[index]),
    filledTables,
    highestId: await highestObjectId(database),
    catalogRows: await readCatalogRows(database),
    freshFingerprint: await fingerprintOf(database, filledTables),
  };
}

/** Deletes added rows and objects. Returns false if that does not restore the fresh state. */
async function restoreDatabase(reusable: Reusable) {
  const { database, emptyTables, filledTables, highestId, catalogRows, freshFingerprint } =
    reusable;
  return database.transaction(async (connection) => {
    const isFilled = await haveRows(connection, emptyTables);
    const writtenTables = emptyTables.filter((_, index) => isFilled[index]);
    await connection.batch([
      // With triggers and foreign keys disabled, the order of the tables does not matter.
      sql`set local session_replication_role = replica`,
      dropObjectsAfter(highestId),
      ...restoreCatalogRows(catalogRows),
      ...writtenTables.map((table) => sql`delete from only ${table}`),
      sql`select pg_advisory_unlock_all()`,
      sql`set local session_replication_role = default`,
    ]);
    const fingerprint = await fingerprintOf(connection, filledTables);
    return JSON.stringify(fingerprint) === JSON.stringify(freshFingerprint);
  });
}

async function haveRows(connection: Connection, tables: readonly Sql[]): Promise<boolean[]> {
  const { rows } = await connection.query<{ isFilled: boolean }>(
    join(
      tables.map((table) => sql`select exists (select from only ${table}) as "isFilled"`),
      " union all ",
    ),
  );
  return rows.map(({ isFilled }) => isFilled);
}

const catalogs = [
  "pg_class",
  "pg_attribute",
  "pg_attrdef",
  "pg_type",
  "pg_enum",
  "pg_constraint",
  "pg_index",
  "pg_inherits",
  "pg_trigger",
  "pg_policy",
  "pg_rewrite",
  "pg_proc",
  "pg_authid",
  "pg_auth_members",
  "pg_default_acl",
  "pg_database",
  "pg_extension",
  "pg_event_trigger",
  "pg_publication",
  "pg_publication_rel",
  "pg_description",
  "pg_collation",
  "pg_operator",
  "pg_cast",
  "pg_foreign_server",
  "pg_largeobject_metadata",
];

async function fingerprintOf(
  connection: Connection,
  filledTables: readonly Sql[],
): Promise<Fingerprint> {
  const [changes, settings, contents, sequences] = await connection.batch<unknown[]>([
    join(
      catalogs.map((name) => sql`select count(*), max(xmin::text::bigint) from ${trusted(name)}`),
      " union all ",
    ),
    sql`select name, setting from pg_settings where source = 'session' order by name`,
    join(
      [...filledTables, ...restoredCatalogs.map(trusted)].map(
        (table) => sql`select md5(string_agg(t::text, ',' order by t::text)) from only ${table} t`,
      ),
      " union all ",
    ),
    sql`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`,
  ]);
  return {
    catalogs: changes?.rows,
    settings: settings?.rows,
    contents: contents?.rows,
    sequences: sequences?.rows,
  };
}

/**
 * Rejects access after a test has closed its database, so that leftover work cannot write into the next test's
 * database.
 */
class Lease {
  #hasEnded = false;
  readonly #stops = new Set<() => Promise<void>>();

  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const stop of this.#stops) await stop();
  }

  guard(database: Database): Database {
    const { openSession } = database;
    return {
      ...database,
      query: (statement) => this.#admit(() => database.query(statement)),
      batch: (statements, options) => this.#admit(() => database.batch(statements, options)),
      script: (text) => this.#admit(() => database.script(text)),
      transaction: (work, options) => this.#admit(() => database.transaction(work, options)),
      listen: (channel, onNotify) =>
        this.#admit(async () => {
          const stop = await database.listen(channel, onNotify);
          this.#stops.add(stop);
          return stop;
        }),
      ...(openSession ? { openSession: (options) => this.#admit(() => openSession(options)) } : {}),
      withLimits: (share) => this.guard(database.withLimits(share)),
    };
  }

  #admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(new DatabaseUnavailable("The database is closed."));
    return work();
  }
}
