import { randomUUID } from "node:crypto";
import { openPglite } from "../../src/database/pglite/pglite.ts";
import type { Database } from "../../src/database/port.ts";
import { openPostgres } from "../../src/database/postgres/postgres.ts";
import { identifier, sql } from "../../src/database/sql.ts";
import { prepareDatabase } from "../../src/database/system.ts";
import { startPooler } from "./pgbouncer.ts";
import { openReusedDatabase } from "./reused-database.ts";

export interface TestStorageOptions {
  /** Whether to bypass the pooler with a direct URL, like `DATABASE_DIRECT_URL`. */
  readonly bypassesPooler?: boolean;
}

/**
 * Opens a fresh, prepared database for one test file: PGlite in memory, or a separate database on the
 * PostgreSQL server that TEST_DATABASE_URL names, which is dropped when it is closed.
 */
export async function openTestDatabase(options: TestStorageOptions = {}): Promise<Database> {
  if (!process.env["TEST_DATABASE_URL"]) return openReusedDatabase();
  const database = await openEmptyDatabase(options);
  await prepareDatabase(database);
  return database;
}

/** Opens a fresh database that has not been prepared. */
export async function openEmptyDatabase(options: TestStorageOptions = {}): Promise<Database> {
  const { storage, drop } = await makeTestStorage(options);
  if (!("url" in storage)) return openPglite();
  const database = await openPostgres(storage);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * Returns the storage for a server of one test file: in memory, or on the same PostgreSQL server. `TEST_POOLER`
 * names a PgBouncer program to connect through.
 */
export async function makeTestStorage({
  bypassesPooler = false,
}: TestStorageOptions = {}): Promise<{
  readonly storage:
    | { readonly url: string; readonly directUrl?: string | undefined }
    | { readonly memory: true };
  drop(): Promise<void>;
}> {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return { storage: { memory: true }, drop: async () => {} };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = await openPostgres({ url: server, connections: 1 });
  // PostgreSQL refuses to copy the default, template1, while autovacuum works on it. Autovacuum never works on
  // template0.
  await admin.query(sql`create database ${identifier(name)} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const program = process.env["TEST_POOLER"];
  const pooler = program ? await startPooler(program, url.href) : undefined;
  return {
    storage: {
      url: pooler?.url ?? url.href,
      directUrl: pooler && bypassesPooler ? url.href : undefined,
    },
    drop: async () => {
      await pooler?.close();
      // A session can be running a statement that rarely checks for interrupts, and "with (force)" would wait only five
      // seconds.
      await admin.query(sql`
        select pg_terminate_backend(pid, 50000) from pg_stat_activity where datname = ${name}`);
      await admin.query(sql`drop database ${identifier(name)} with (force)`);
      await admin.close();
    },
  };
}
