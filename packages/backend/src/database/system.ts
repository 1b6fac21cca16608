import { readdir, readFile } from "node:fs/promises";
import type { Connection, Database } from "./port.ts";
import { sql } from "./sql.ts";

const folder = new URL("./system/", import.meta.url);

/** Names the lock that is held while migrations run. */
const migrationLock = 7_076_021;

/**
 * Brings the database to the state that the backend needs: roles, the schema `auth`, and the private
 * schema `portico`. Each file of `system/` runs once, in its own transaction, and is recorded.
 */
export async function prepareDatabase(database: Database): Promise<void> {
  await onceAtATime(database, (connection) =>
    connection.script(`
      create schema if not exists portico;
      create table if not exists portico.system_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`),
  );
  for (const { name, text } of await systemMigrations()) {
    await onceAtATime(database, async (connection) => {
      const record = sql`
        insert into portico.system_migrations (name) values (${name}) on conflict do nothing`;
      if ((await connection.query(record)).affected > 0) await connection.script(text);
    });
  }
}

/** The files of `system/`, in their order. */
export async function systemMigrations(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
  );
}

/** Runs `work` in a transaction that no other process's migration overlaps. */
export function onceAtATime(
  database: Database,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.query(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await work(connection);
  });
}
