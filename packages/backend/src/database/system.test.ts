import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import type { Connection, Database } from "./port.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { sql } from "./sql.ts";
import { requireServer, withMigrationLock } from "./system.ts";

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;
/** A pooler's connections keep the settings that the database had when they were opened. */
const isReachedDirectly = isPostgres && process.env["TEST_POOLER"] === undefined;

let storage: Awaited<ReturnType<typeof makeTestStorage>>;
const processes: Database[] = [];
beforeAll(async () => {
  storage = await makeTestStorage();
  if (!("url" in storage.storage)) return;
  const { url } = storage.storage;
  for (let count = 0; count < 2; count++)
    processes.push(await openPostgres({ url, connections: 1 }));
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await storage.drop();
});

test.runIf(isPostgres)(
  "two processes that start on a new database create its schemas one after the other",
  async () => {
    const [first, other] = processes as [Database, Database];
    const createSchema = (connection: Connection) =>
      connection.script("create schema if not exists new");
    // Create another schema first, as a server does when it starts. The session then caches that the schema `new` does
    // not exist.
    await other.query(sql`create schema earlier`);
    await expect(other.query(sql`select from new.things`)).rejects.toMatchObject({ code: "42P01" });
    let waitingTransaction: Promise<void> | undefined;
    await withMigrationLock(first, async (connection) => {
      waitingTransaction = withMigrationLock(other, createSchema);
      await sleep(300);
      await createSchema(connection);
    });
    await waitingTransaction;
    const { rows } = await first.query(sql`select nspname from pg_namespace where nspname = 'new'`);
    expect(rows).toHaveLength(1);
  },
);

test.runIf(isPostgres)("a server of an older version is refused with both versions", async () => {
  const [database] = processes as [Database];
  await requireServer(database);
  await expect(requireServer(database, 99)).rejects.toThrow(
    /^The server that DATABASE_URL names is PostgreSQL \d+\.\d.*\. Portico needs version 99 or newer\.$/,
  );
});

test.runIf(isReachedDirectly)(
  "a database may have settings of its own for dates, bytes and transactions",
  async () => {
    const [database] = processes as [Database];
    await setForDatabase(database, "DateStyle", "German");
    await setForDatabase(database, "bytea_output", "escape");
    await setForDatabase(database, "TimeZone", "Asia/Kolkata");
    await setForDatabase(database, "default_transaction_isolation", "serializable");
    const laterDatabase = await openLater();
    const bytes = new Uint8Array(Array.from({ length: 256 }, (_, byte) => byte));
    const date = new Date("2026-02-01T20:00:00.123Z");
    const { rows } = await laterDatabase.query(sql`
    select ${date}::timestamptz as time, ${bytes}::bytea as bytes,
      current_setting('bytea_output') as bytea_output`);
    const isolation = await laterDatabase.transaction((connection) =>
      connection.query(sql`select current_setting('transaction_isolation') as level`),
    );
    await laterDatabase.close();
    expect(rows).toEqual([{ time: date, bytes, bytea_output: "escape" }]);
    expect(isolation.rows).toEqual([{ level: "read committed" }]);
  },
);

test.runIf(isReachedDirectly)("a database that cannot hold every letter is refused", async () => {
  const [database] = processes as [Database];
  const { rows } = await database.query<{ name: string }>(sql`select current_database() as name`);
  const name = `${rows[0]?.name}_latin`;
  await database.script(
    `create database "${name}" encoding 'LATIN1' locale 'C' template template0`,
  );
  const latin = await openLater(`/${name}`);
  await expect(requireServer(latin)).rejects.toThrow("has the encoding LATIN1");
  await latin.close();
  await database.script(`drop database "${name}" with (force)`);
});

test.runIf(isReachedDirectly)(
  "a server that interprets backslashes in strings is refused",
  async () => {
    const [database] = processes as [Database];
    await setForDatabase(database, "standard_conforming_strings", "off");
    const laterDatabase = await openLater();
    const check = requireServer(laterDatabase);
    await expect(check).rejects.toThrow("Portico needs standard_conforming_strings = on");
    await laterDatabase.close();
  },
);

const setForDatabase = async (database: Database, name: string, value: string) => {
  const { rows } = await database.query<{ name: string }>(sql`select current_database() as name`);
  await database.script(`alter database "${rows[0]?.name}" set ${name} = '${value}'`);
};

const openLater = (path?: string) => {
  if (!("url" in storage.storage)) throw new Error("There is no server.");
  const url = new URL(storage.storage.url);
  if (path) url.pathname = path;
  return openPostgres({ url: url.href, connections: 1 });
};
