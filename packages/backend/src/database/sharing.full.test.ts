import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage, openTestDatabase } from "../../test/databases/test-database.ts";
import { AcquisitionTimeout } from "./errors.ts";
import { openNew } from "./pglite/new-database.ts";
import type { Database } from "./port.ts";
import { connectionsPerProcess, openPostgres } from "./postgres/postgres.ts";
import { sql } from "./sql.ts";

/** Tests the limits of one part of the program. They are the same on both engines. */

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script("create table done (what text)");
});
afterAll(() => database.close());

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`;

async function readDone(): Promise<unknown[]> {
  const { rows } = await database.query<{ what: string }>(sql`select what from done`);
  return rows.map(({ what }) => what);
}

async function measure(work: Promise<unknown>): Promise<{ outcome: unknown; durationMs: number }> {
  const startedAt = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  return { outcome, durationMs: performance.now() - startedAt };
}

const canceled = { code: "57014", message: "canceling statement due to user request" };

describe("a caller that disconnects", () => {
  test.each(["batch", "transaction"] as const)("a running %s is cancelled", async (kind) => {
    const caller = new AbortController();
    const { signal } = caller;
    const running =
      kind === "batch"
        ? database.batch([sql`insert into done values ('ran')`, sleep(30)], { signal })
        : database.transaction(
            async (connection) => {
              await connection.query(sql`insert into done values ('ran')`);
              await connection.query(sleep(30));
            },
            { signal },
          );
    setTimeout(() => caller.abort(), 200);
    const { outcome, durationMs } = await measure(running);
    expect(outcome).toMatchObject(canceled);
    expect(durationMs).toBeLessThan(2_000);
    expect(await readDone()).toEqual([]);
  });

  test("a waiting statement is dropped", async () => {
    const limitedDatabase = database.withLimits({ connections: 1 });
    const runningBatch = limitedDatabase.batch([sleep(1)]);
    const caller = new AbortController();
    const waitingBatch = measure(
      limitedDatabase.batch([sql`insert into done values ('waited')`], caller),
    );
    const gone = { signal: AbortSignal.abort() };
    const abortedBatch = measure(
      limitedDatabase.batch([sql`insert into done values ('too late')`], gone),
    );
    setTimeout(() => caller.abort(), 200);
    for (const { outcome, durationMs } of await Promise.all([waitingBatch, abortedBatch])) {
      expect(outcome).toMatchObject(canceled);
      expect(durationMs).toBeLessThan(900);
    }
    await runningBatch;
    expect(await readDone()).toEqual([]);
  });
});

describe("a share", () => {
  test("a share waits for a connection no longer than its timeout", async () => {
    const limitedDatabase = database.withLimits({ connections: 2, acquireTimeoutMs: 300 });
    const slow = [limitedDatabase.batch([sleep(1.5)]), limitedDatabase.batch([sleep(1.5)])];
    const { outcome, durationMs } = await measure(limitedDatabase.query(sql`select 1`));
    expect(outcome).toBeInstanceOf(AcquisitionTimeout);
    expect(durationMs).toBeLessThan(1_400);
    await Promise.allSettled(slow);
    expect((await limitedDatabase.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test.runIf(isPostgres)("a share of a smaller pool has fewer connections", async () => {
    const { storage, drop } = await makeTestStorage();
    if (!("url" in storage)) throw new Error("It is a server.");
    expect([1, 2, 3, 4, 64].map(connectionsPerProcess)).toEqual([10, 5, 3, 3, 3]);
    const small = await openPostgres({ ...storage, connections: connectionsPerProcess(2) });
    const limitedDatabase = small.withLimits({ connections: 7, acquireTimeoutMs: 300 });
    const slow = [1, 2, 3].map(() => limitedDatabase.batch([sleep(1)]));
    expect((await measure(limitedDatabase.query(sql`select 1`))).outcome).toBeInstanceOf(
      AcquisitionTimeout,
    );
    expect((await small.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await Promise.all(slow);
    await small.close();
    await drop();
  });

  test("a share ends statements that take too long", async () => {
    const limitedDatabase = database.withLimits({ maxStatementMs: 300 });
    for (const send of [
      () => limitedDatabase.query(sleep(30)),
      () => limitedDatabase.batch([sleep(30)]),
    ]) {
      const { outcome, durationMs } = await measure(send());
      expect(outcome).toMatchObject({ code: "57014" });
      expect(durationMs).toBeLessThan(2_000);
    }
  });
});

test("closing the database ends running and waiting statements", async () => {
  const { storage, drop } = await makeTestStorage();
  const closing =
    "url" in storage ? await openPostgres({ ...storage, connections: 2 }) : await openNew();
  const runningQueries = Array.from({ length: 4 }, () => measure(closing.query(sleep(30))));
  const { durationMs } = await measure(closing.close());
  expect(durationMs).toBeLessThan(5_000);
  for (const { outcome } of await Promise.all(runningQueries))
    expect(outcome).toBeInstanceOf(Error);
  await expect(closing.query(sql`select 1`)).rejects.toThrow();
  await drop();
});
