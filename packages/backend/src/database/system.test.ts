import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../test/database.ts";
import type { Connection, Database } from "./port.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { sql } from "./sql.ts";
import { onceAtATime, requireServer } from "./system.ts";

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

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
  "two processes that start on a new database make its schemas one after the other",
  async () => {
    const [one, other] = processes as [Database, Database];
    const make = (connection: Connection) => connection.script("create schema if not exists new");
    // As at a start, other schemas come first. Then the session remembers that this one is not there.
    await other.query(sql`create schema earlier`);
    await expect(other.query(sql`select from new.things`)).rejects.toMatchObject({ code: "42P01" });
    let waiting: Promise<void> | undefined;
    await onceAtATime(one, async (connection) => {
      waiting = onceAtATime(other, make);
      await sleep(300);
      await make(connection);
    });
    await waiting;
    const { rows } = await one.query(sql`select nspname from pg_namespace where nspname = 'new'`);
    expect(rows).toHaveLength(1);
  },
);

test.runIf(isPostgres)("a server of an older version is refused with both versions", async () => {
  const [one] = processes as [Database];
  await requireServer(one);
  await expect(requireServer(one, 99)).rejects.toThrow(
    /^The server that DATABASE_URL names is PostgreSQL \d+\.\d.*\. Portico needs version 99 or newer\.$/,
  );
});
