import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createArraysSql,
  uninterruptibleStatement,
} from "../../../test/databases/uninterruptible-statement.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Database } from "../port.ts";
import { type Sql, sql, trusted } from "../sql.ts";
import { openPrepared } from "./new-database.ts";
import { openPglite } from "./pglite.ts";

/** The number of times that `npm run test:nightly` ends the thread during writes. */
const kills = Number(process.env["PORTICO_KILLS"] ?? 0);

/** Tests how the embedded database handles a statement that occupies its session. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Database;
beforeAll(async () => {
  folder = await temporaryFolder({});
  database = await openPrepared({ directory: folder.path });
  await database.script("create table kept (what text unique)");
  await database.script(createArraysSql);
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

const uninterruptible = trusted(uninterruptibleStatement);

const within = (milliseconds: number) =>
  sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`;
const insertMarker = (marker: string) => sql`insert into kept values (${marker})`;

async function readMarkers(from: Database = database): Promise<string[]> {
  const { rows } = await from.query<{ what: string }>(sql`select what from kept order by what`);
  return rows.map(({ what }) => what);
}

async function measure<T>(work: Promise<T>): Promise<{ outcome: T | unknown; durationMs: number }> {
  const startedAt = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  return { outcome, durationMs: performance.now() - startedAt };
}

/** A busy machine takes a while to reopen the database. */
const reopeningTimeout = { timeout: 10_000 };

const overran = { code: "57014", message: "canceling statement due to statement timeout" };

describe("a statement that ignores interrupts", () => {
  test("a caller is suspended after the second one, and others are not", async () => {
    const ownDatabase = await openPrepared({});
    try {
      await ownDatabase.script(createArraysSql);
      const limited = ownDatabase.withLimits({ yieldsToOthers: true });
      const run = (caller: string, ...statements: Sql[]) =>
        limited.batch([within(100), ...statements], { caller });
      await expect(run("mallory", uninterruptible)).rejects.toMatchObject(overran);
      // The first overrun only puts the caller behind the others.
      await run("mallory", sql`select 1`);
      const waiting = run("mallory", uninterruptible).catch(() => {});
      const behind = run("mallory", sql`select 1`).catch((error: unknown) => error);
      await waiting;
      const refusal = expect.objectContaining({ remainingSeconds: expect.any(Number) });
      expect(await behind).toEqual(refusal);
      await expect(run("mallory", sql`select 1`)).rejects.toEqual(refusal);
      await run("ada", sql`select 1`);
      await ownDatabase.query(sql`select 1`);
    } finally {
      await ownDatabase.close();
    }
  });

  test("a network is suspended after the fifth one of its accounts, and others are not", {
    timeout: 60_000,
  }, async () => {
    const ownDatabase = await openPrepared({});
    try {
      await ownDatabase.script(createArraysSql);
      const limited = ownDatabase.withLimits({ yieldsToOthers: true });
      const run = (caller: string, network: string, ...statements: Sql[]) =>
        limited.batch([within(100), ...statements], { caller, network });
      const accounts = ["one", "two", "three", "four", "five"];
      const attempts = accounts.map((account) =>
        run(account, "192.0.2.1", uninterruptible).catch(({ code }) => code),
      );
      expect(await Promise.all(attempts)).toEqual(accounts.map(() => "57014"));
      const refusal = expect.objectContaining({ remainingSeconds: expect.any(Number) });
      await expect(run("six", "192.0.2.1", sql`select 1`)).rejects.toEqual(refusal);
      await run("ada", "192.0.2.2", sql`select 1`);
      await run("service_role", "192.0.2.1", sql`select 1`);
      await ownDatabase.query(sql`select 1`);
    } finally {
      await ownDatabase.close();
    }
  });

  test("a statement that ignores interrupts is ended with its thread; committed data survives, and all other requests are answered", async () => {
    const notifications: (string | undefined)[] = [];
    const stop = await database.listen("bell", (payload) => notifications.push(payload));
    const repeatedQuery = () => database.query(sql`select ${"x"}::text as same`);
    for (let round = 0; round < 3; round++) await repeatedQuery();
    await database.query(insertMarker("before"));

    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    const blockedBatch = measure(
      limitedDatabase.batch([insertMarker("of it"), within(100), uninterruptible]),
    );
    const otherQueries = [
      measure(database.batch([insertMarker("meanwhile")])),
      measure(
        database.transaction((connection) => connection.query(insertMarker("in a transaction"))),
      ),
      measure(repeatedQuery()),
    ];
    expect((await blockedBatch).outcome).toMatchObject(overran);
    for (const { outcome, durationMs } of await Promise.all(otherQueries)) {
      expect(outcome).not.toBeInstanceOf(Error);
      expect(durationMs).toBeLessThan(8_000);
    }
    expect(await readMarkers()).toEqual(["before", "in a transaction", "meanwhile"]);
    expect((await repeatedQuery()).rows).toEqual([{ same: "x" }]);
    const { rows } = await database.query(sql`show search_path`);
    expect(rows).toEqual([{ search_path: '"$user", public, extensions' }]);
    // The call without a payload means that notifications may have been missed.
    await expect.poll(() => notifications, reopeningTimeout).toEqual([undefined]);
    await database.query(sql`select pg_notify('bell', 'ding')`);
    await expect.poll(() => notifications, reopeningTimeout).toEqual([undefined, "ding"]);
    await stop();
  });

  test("a statement that ignores interrupts is ended before its timeout if others wait for it", async () => {
    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    const blockedBatch = measure(
      limitedDatabase.batch([insertMarker("in the way"), within(8_000), uninterruptible]),
    );
    const { outcome } = await measure(limitedDatabase.query(sql`select 1`));
    expect(outcome).not.toBeInstanceOf(Error);
    const message = "canceling statement due to user request";
    expect((await blockedBatch).outcome).toMatchObject({ code: "57014", message });
    expect(await readMarkers()).not.toContain("in the way");
  });

  test("a statement that ignores interrupts ends its transaction, of which nothing is kept", async () => {
    const { outcome } = await measure(
      database.transaction(async (connection) => {
        await connection.batch([insertMarker("first of it"), within(100)]);
        await connection.query(uninterruptible);
        await connection.query(insertMarker("last of it"));
      }),
    );
    expect(outcome).toMatchObject(overran);
    expect(await readMarkers()).not.toContain("first of it");
  });

  test("a caller with several statements that ignore interrupts delays others by one of them at a time, and twice at most", async () => {
    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    let endedCount = 0;
    const statements = Array.from({ length: 3 }, () =>
      limitedDatabase
        .batch([within(60_000), uninterruptible], { caller: "one" })
        .catch(() => {})
        .finally(() => {
          endedCount++;
        }),
    );
    // Wait until the first statement is running.
    await sleep(300);
    const counts: number[] = [];
    while (endedCount < 3) {
      await limitedDatabase.batch([sql`select 1`], { caller: "other" });
      counts.push(endedCount);
    }
    await Promise.all(statements);
    // The other caller is answered before the second statement begins. After the second one, the third is refused.
    expect([...new Set(counts)]).toEqual([1, 3]);
  });

  test("a statement that ignores interrupts does not prevent the database from closing", async () => {
    const otherFolder = await temporaryFolder({});
    const closing = await openPrepared({ directory: otherFolder.path });
    await closing.script(createArraysSql);
    await closing.script("create table kept (what text)");
    await closing.query(insertMarker("before"));
    const blockedQuery = measure(closing.query(uninterruptible));
    const waitingQuery = measure(closing.query(insertMarker("meanwhile")));
    expect((await measure(closing.close())).durationMs).toBeLessThan(5_000);
    expect((await blockedQuery).outcome).toBeInstanceOf(DatabaseUnavailable);
    expect((await waitingQuery).outcome).toBeInstanceOf(DatabaseUnavailable);
    const reopenedDatabase = await openPglite({ directory: otherFolder.path });
    expect(await readMarkers(reopenedDatabase)).toEqual(["before"]);
    await reopenedDatabase.close();
    await otherFolder.remove();
  });
});

test.runIf(kills > 0)(
  `a database ended ${kills} times during writes has all that it confirmed`,
  { timeout: 60_000 + kills * 20_000 },
  async () => {
    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    for (let kill = 1; kill <= kills; kill++) {
      const confirmedMarkers: string[] = [];
      const refused: string[] = [];
      let isOver = false;
      const writers = Array.from({ length: 5 }, async (_, writer) => {
        for (let count = 0; !isOver; count++) {
          const marker = `kill ${kill}, writer ${writer}, ${count}`;
          const { outcome } = await measure(database.batch([insertMarker(marker)]));
          (outcome instanceof Error ? refused : confirmedMarkers).push(marker);
        }
      });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      expect(
        (await measure(limitedDatabase.batch([within(50), uninterruptible]))).outcome,
      ).toMatchObject(overran);
      isOver = true;
      await Promise.all(writers);
      const storedMarkers = new Set(await readMarkers());
      expect(confirmedMarkers.filter((what) => !storedMarkers.has(what))).toEqual([]);
      expect(refused).toEqual([]);
    }
    const { rows } = await database.query(sql`select count(*) as all from kept`);
    expect(rows).toEqual([{ all: (await readMarkers()).length }]);
  },
);

test("the database is reopened after PostgreSQL itself has ended", async () => {
  const losses: Error[] = [];
  database.onLoss?.((error) => losses.push(error));
  const endedResult = measure(
    database.transaction(async (connection) => {
      await connection.query(insertMarker("before its end"));
      await connection.query(sql`set local idle_in_transaction_session_timeout = 50`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await connection.query(sql`select 1`);
    }),
  );
  const nextQuery = database.query(sql`select 1 as one`);
  expect((await endedResult).outcome).toBeInstanceOf(DatabaseUnavailable);
  expect((await nextQuery).rows).toEqual([{ one: 1 }]);
  expect(await readMarkers()).not.toContain("before its end");
  expect(losses).toHaveLength(1);
});

describe("a statement of a yielding share", () => {
  const slowQuery = sql`select pg_sleep(2)`;

  test.each<[string, (limitedDatabase: Database) => Promise<unknown>]>([
    [
      "in a batch",
      (limitedDatabase) => limitedDatabase.batch([insertMarker("by a batch"), slowQuery]),
    ],
    [
      "in a transaction",
      (limitedDatabase) =>
        limitedDatabase.transaction(async (connection) => {
          await connection.query(insertMarker("by a transaction"));
          await connection.query(slowQuery);
        }),
    ],
  ])(
    "a statement of a yielding share lets others go first and then gets its own time: %s",
    async (kind, send) => {
      const slow = measure(send(database.withLimits({ yieldsToOthers: true })));
      for (let round = 0; round < 2; round++) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect((await measure(database.query(sql`select 1`))).durationMs).toBeLessThan(2_000);
      }
      expect((await slow).outcome).not.toBeInstanceOf(Error);
      expect(await readMarkers()).toContain(kind.replace("in", "by"));
    },
  );

  test("a statement of a yielding share runs no longer than its timeout, however often it yields", async () => {
    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    const slow = measure(limitedDatabase.batch([within(2_500), sql`select pg_sleep(60)`]));
    let isOver = false;
    const queryEndlessly = async () => {
      while (!isOver) {
        expect((await measure(limitedDatabase.query(sql`select 1`))).durationMs).toBeLessThan(
          2_000,
        );
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const queries = queryEndlessly();
    expect((await slow).outcome).toMatchObject(overran);
    isOver = true;
    await queries;
    expect((await slow).durationMs).toBeLessThan(15_000);
  });

  test("statements of a yielding share delay others only briefly, even ten at a time", async () => {
    const limitedDatabase = database.withLimits({ yieldsToOthers: true });
    const slow = Array.from({ length: 10 }, () =>
      measure(limitedDatabase.batch([within(3_000), endless])),
    );
    for (let round = 0; round < 5; round++) {
      expect((await measure(database.query(sql`select 1`))).durationMs).toBeLessThan(2_000);
      expect((await measure(limitedDatabase.query(sql`select 1`))).durationMs).toBeLessThan(3_000);
    }
    void slow;
  });
});

/** A statement that only an interrupt ends. */
const endless: Sql = sql`select count(*) from generate_series(1, 1000000000000)`;
