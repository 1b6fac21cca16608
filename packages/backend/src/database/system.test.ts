import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../test/database.ts";
import type { Connection, Database } from "./port.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { sql } from "./sql.ts";
import { onceAtATime, requireServer } from "./system.ts";

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
    const make = (connection: Connection) => connection.script("create schema if not exists new");
    // Create another schema first, as a start does. The session then caches that this schema does not exist.
    await other.query(sql`create schema earlier`);
    await expect(other.query(sql`select from new.things`)).rejects.toMatchObject({ code: "42P01" });
    let waiting: Promise<void> | undefined;
    await onceAtATime(first, async (connection) => {
      waiting = onceAtATime(other, make);
      await sleep(300);
      await make(connection);
    });
    await waiting;
    const { rows } = await first.query(sql`select nspname from pg_namespace where nspname = 'new'`);
    expect(rows).toHaveLength(1);
  },
);

test.runIf(isPostgres)("a server of an older version is refused with both versions", async () => {
  const [first] = processes as [Database];
  await requireServer(first);
  await expect(requireServer(first, 99)).rejects.toThrow(
    /^The server that DATABASE_URL names is PostgreSQL \d+\.\d.*\. Portico needs version 99 or newer\.$/,
  );
});

test.runIf(isReachedDirectly)(
  "a database may have settings of its own for dates, bytes and transactions",
  async () => {
    const [first] = processes as [Database];
    await setForDatabase(first, "DateStyle", "German");
    await setForDatabase(first, "bytea_output", "escape");
    await setForDatabase(first, "TimeZone", "Asia/Kolkata");
    await setForDatabase(first, "default_transaction_isolation", "serializable");
    const later = await openLater();
    const bytes = new Uint8Array(Array.from({ length: 256 }, (_, byte) => byte));
    const written = new Date("2026-02-01T20:00:00.123Z");
    const { rows } = await later.query(sql`
    select ${written}::timestamptz as time, ${bytes}::bytea as bytes,
      current_setting('bytea_output') as bytea_output`);
    const isolation = await later.transaction((connection) =>
      connection.query(sql`select current_setting('transaction_isolation') as level`),
    );
    await later.close();
    expect(rows).toEqual([{ time: written, bytes, bytea_output: "escape" }]);
    expect(isolation.rows).toEqual([{ level: "read committed" }]);
  },
);

test.runIf(isReachedDirectly)("a database that cannot hold every letter is refused", async () => {
  const [first] = processes as [Database];
  const { rows } = await first.query<{ name: string }>(sql`select current_database() as name`);
  const name = `${rows[0]?.name}_latin`;
  await first.script(`create database "${name}" encoding 'LATIN1' locale 'C' template template0`);
  const latin = await openLater(`/${name}`);
  await expect(requireServer(latin)).rejects.toThrow("has the encoding LATIN1");
  await latin.close();
  await first.script(`drop database "${name}" with (force)`);
});

test.runIf(isReachedDirectly)("a server that interprets backslashes in strings is refused", async () => {
  const [first] = processes as [Database];
  await setForDatabase(first, "standard_conforming_strings", "off");
  const later = await openLater();
  const checked = requireServer(later);
  await expect(checked).rejects.toThrow("Portico needs standard_conforming_strings = on");
  await later.close();
});

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
