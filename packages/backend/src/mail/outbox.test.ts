import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { eventually } from "../../test/eventually.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createOutbox, type Outbox, type OutboxOptions, Undeliverable } from "./outbox.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.query(sql`delete from portico.outgoing_messages`));
afterAll(() => database.close());

interface TestOutbox {
  readonly outbox: Outbox;
  readonly delivered: unknown[];
  readonly abandoned: unknown[];
  readonly lines: string[];
}

/** Returns an outbox that sends its messages with `deliver`. */
function createTestOutbox(
  deliver: (message: unknown, isRetry: boolean) => Promise<void> | void = () => {},
  options: Partial<OutboxOptions> = {},
): TestOutbox {
  const delivered: unknown[] = [];
  const abandoned: unknown[] = [];
  const lines: string[] = [];
  const outbox = createOutbox({
    database,
    log: {
      ...silentLog,
      error: ({ err }, message) => void lines.push(`${message}: ${String(err)}`),
    },
    retryDelaysSeconds: [0.1, 0.1],
    ...options,
  });
  outbox.deliverBy({
    deliver: async (message, isRetry) => {
      await deliver(message, isRetry);
      delivered.push(message);
    },
    abandon: async (message) => void abandoned.push(message),
  });
  onTestFinished(() => outbox.close());
  return { outbox, delivered, abandoned, lines };
}

const add = ({ outbox }: TestOutbox, message: object, recipient = "a digest") =>
  outbox.add(database, { kind: "recovery", recipient, message });

async function countStored(): Promise<number> {
  return (await database.query(sql`select from portico.outgoing_messages`)).rows.length;
}

describe("a message", () => {
  test("a message is sent once, and then deleted", async () => {
    const outbox = createTestOutbox();
    await add(outbox, { to: "ada" });
    expect(await countStored()).toBe(1);
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toEqual([{ to: "ada" }]);
    expect(await countStored()).toBe(0);
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toHaveLength(1);
  });

  test("a message arrives before later ones to its recipient, and delays no other recipient", async () => {
    const outbox: TestOutbox = createTestOutbox(async (message) => {
      if (!("slow" in (message as object))) return;
      await eventually(() => expect(outbox.delivered).toEqual([{ other: 4 }]));
    });
    await add(outbox, { slow: 1 }, "ada");
    await add(outbox, { second: 2 }, "ada one of its own");
    await add(outbox, { third: 3 }, "ada");
    await add(outbox, { other: 4 }, "grace");
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toEqual([{ other: 4 }, { slow: 1 }, { second: 2 }, { third: 3 }]);
  });

  test("a message that belongs to a transaction is committed or rolled back with it", async () => {
    const outbox = createTestOutbox();
    const undone = database.transaction(async (connection) => {
      await outbox.outbox.add(connection, { kind: "recovery", recipient: "x", message: {} });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await countStored()).toBe(0);
  });

  test("a message is retried until it is sent", async () => {
    const attempts: boolean[] = [];
    const outbox = createTestOutbox((_, isRetry) => {
      attempts.push(isRetry);
      if (attempts.length < 3) throw new Error("not now");
    });
    await add(outbox, { to: "ada" });
    outbox.outbox.wake();
    await expect.poll(() => outbox.delivered).toEqual([{ to: "ada" }]);
    expect(attempts).toEqual([false, true, true]);
    expect(outbox.abandoned).toEqual([]);
    expect(outbox.lines).toEqual(
      Array(2).fill("a message (recovery) was not sent, and is retried in 0.1 s: Error: not now"),
    );
  });

  test("a message requested while the clock was ahead is sent without that delay", async () => {
    const outbox = createTestOutbox();
    outbox.outbox.wake();
    await outbox.outbox.drain();
    await add(outbox, { to: "ada" });
    await database.query(sql`
      update portico.outgoing_messages set due_at = due_at + interval '1 hour'`);
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toEqual([{ to: "ada" }]);
  });

  test("a message is abandoned after the last attempt", async () => {
    const outbox = createTestOutbox(() => Promise.reject(new Error("never")));
    await add(outbox, { to: "ada" });
    outbox.outbox.wake();
    await expect.poll(() => outbox.abandoned).toEqual([{ to: "ada" }]);
    await outbox.outbox.drain();
    expect(await countStored()).toBe(0);
    expect(outbox.lines.at(-1)).toBe(
      "a message (recovery) was abandoned after attempt 3: Error: never",
    );
  });

  test("a message that is permanently refused is abandoned immediately", async () => {
    const cause = new Error("no such mailbox");
    const outbox = createTestOutbox(() => Promise.reject(new Undeliverable("refused", { cause })));
    await add(outbox, { to: "ada" });
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.abandoned).toEqual([{ to: "ada" }]);
    expect(outbox.lines).toEqual([
      "a message (recovery) was abandoned after attempt 1: Error: no such mailbox",
    ]);
  });

  test("a message replaces the unsent one before it", async () => {
    let isDown = true;
    const outbox = createTestOutbox(
      () => {
        if (isDown) throw new Error("down");
      },
      { retryDelaysSeconds: [60] },
    );
    await add(outbox, { number: 1 });
    await add(outbox, { number: 1 }, "another digest");
    outbox.outbox.wake();
    await outbox.outbox.drain();
    isDown = false;
    await add(outbox, { number: 2 });
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toEqual([{ number: 2 }]);
    expect(await countStored()).toBe(1);
  });
});

describe("processes that share a table", () => {
  test("processes that share a table send each message once", async () => {
    const offices = [
      createTestOutbox(() => pause(2)),
      createTestOutbox(() => pause(2)),
      createTestOutbox(() => pause(2)),
    ];
    const [first] = offices as [TestOutbox];
    for (let number = 0; number < 60; number++) await add(first, { number }, `digest ${number}`);
    await Promise.all(
      offices.map(async ({ outbox }) => {
        outbox.wake();
        await outbox.drain();
      }),
    );
    const numbers = offices.flatMap(({ delivered }) => delivered);
    expect(numbers).toHaveLength(60);
    expect(new Set(numbers.map((message) => JSON.stringify(message)))).toHaveProperty("size", 60);
  });

  test("processes that share a table send the messages of another process once its lease has expired", async () => {
    const stuck = createTestOutbox(() => new Promise(() => {}), {
      leaseSeconds: 2,
      drainTimeoutMs: 100,
    });
    await add(stuck, { to: "ada" });
    stuck.outbox.wake();
    await stuck.outbox.drain();
    await stuck.outbox.close();
    // Simulate that the process ends here. With the embedded database, no other process could send the message.
    const nextOutbox = createTestOutbox();
    const deliveredBy = async () => {
      nextOutbox.outbox.wake();
      await nextOutbox.outbox.drain();
      return nextOutbox.delivered;
    };
    if (database.engine === "postgres") expect(await deliveredBy()).toEqual([]);
    await expect.poll(deliveredBy).toEqual([{ to: "ada" }]);
  });

  test("processes that share a table give up a message at which each of them ends", async () => {
    const outbox = createTestOutbox();
    await add(outbox, { to: "ada" });
    await database.query(sql`update portico.outgoing_messages set tries = 3`);
    outbox.outbox.wake();
    await outbox.outbox.drain();
    expect(outbox.delivered).toEqual([]);
    expect(outbox.abandoned).toEqual([{ to: "ada" }]);
  });
});

test("a closing outbox completes what it has begun and leaves the rest", async () => {
  const started = Promise.withResolvers<void>();
  let startedCount = 0;
  const outbox = createTestOutbox(
    () => {
      if (++startedCount === 2) started.resolve();
      return pause(100);
    },
    { maxConcurrent: 2 },
  );
  for (let number = 0; number < 5; number++) await add(outbox, { number }, `digest ${number}`);
  outbox.outbox.wake();
  await started.promise;
  await outbox.outbox.close();
  expect(outbox.delivered).toHaveLength(2);
  expect(await countStored()).toBe(3);
  const nextOutbox = createTestOutbox();
  nextOutbox.outbox.wake();
  await nextOutbox.outbox.drain();
  expect(nextOutbox.delivered).toHaveLength(3);
});

test("an outbox limits concurrent messages, whatever the table's statistics are", async () => {
  let peak = 0;
  let currentCount = 0;
  const outbox = createTestOutbox(
    async () => {
      peak = Math.max(peak, ++currentCount);
      await pause(20);
      currentCount--;
    },
    { maxConcurrent: 2 },
  );
  await add(outbox, { number: 0 }, "digest0");
  // With statistics, the planner may repeat the LIMIT for each row that it finds, and claim too many messages.
  await database.script("analyze portico.outgoing_messages");
  for (let number = 1; number < 5; number++) await add(outbox, { number }, `digest${number}`);
  outbox.outbox.wake();
  await outbox.outbox.drain();
  expect(outbox.delivered).toHaveLength(5);
  expect(peak).toBe(2);
});

test("the wait for an outbox has a timeout", async () => {
  const delivery = Promise.withResolvers<void>();
  const outbox = createTestOutbox(() => delivery.promise, { drainTimeoutMs: 50 });
  await add(outbox, {});
  outbox.outbox.wake();
  await outbox.outbox.drain();
  delivery.resolve();
});
