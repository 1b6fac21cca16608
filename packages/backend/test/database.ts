import { randomUUID } from "node:crypto";
import { openPglite } from "../src/database/pglite.ts";
import type { Database } from "../src/database/port.ts";
import { openPostgres } from "../src/database/postgres.ts";
import { identifier, sql } from "../src/database/sql.ts";
import { prepareDatabase } from "../src/database/system.ts";

/**
 * A fresh, prepared database for one test file: PGlite in memory, or a database of its own on the
 * PostgreSQL server that TEST_DATABASE_URL names. Closing it drops it.
 */
export async function openTestDatabase(): Promise<Database> {
  const database = await openEmptyDatabase();
  await prepareDatabase(database);
  return database;
}

/** The same before anything was prepared in it. */
export async function openEmptyDatabase(): Promise<Database> {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return openPglite();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = await openPostgres({ url: server, connections: 1 });
  await admin.query(sql`create database ${identifier(name)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openPostgres({ url: url.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.query(sql`drop database ${identifier(name)} with (force)`);
      await admin.close();
    },
  };
}
