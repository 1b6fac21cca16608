import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { silence } from "../../test/auth.ts";
import { openTestDatabase } from "../../test/database.ts";
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
    log: { ...silence, error: ({ err }, words) => void lines.push(`${words}: ${String(err)}`) },
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

async function left(): Promise<number> {
  return (await database.query(sql`select from portico.outgoing_messages`)).rows.length;
}

describe("a message", () => {
  test("a message is sent once, and then deleted", async () => {
    const post = createTestOutbox();
    await add(post, { to: "ada" });
    expect(await left()).toBe(1);
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toEqual([{ to: "ada" }]);
    expect(await left()).toBe(0);
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toHaveLength(1);
  });

  test("a message arrives before later ones to its recipient, and delays no other recipient", async () => {
    const post: TestOutbox = createTestOutbox(async (message) => {
      if (!("slow" in (message as object))) return;
      await eventually(() => expect(post.delivered).toEqual([{ other: 4 }]));
    });
    await add(post, { slow: 1 }, "ada");
    await add(post, { second: 2 }, "ada one of its own");
    await add(post, { third: 3 }, "ada");
    await add(post, { other: 4 }, "grace");
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toEqual([{ other: 4 }, { slow: 1 }, { second: 2 }, { third: 3 }]);
  });

  test("a message that belongs to a transaction is committed or rolled back with it", async () => {
    const post = createTestOutbox();
    const undone = database.transaction(async (connection) => {
      await post.outbox.add(connection, { kind: "recovery", recipient: "x", message: {} });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await left()).toBe(0);
  });

  test("a message is retried until it is sent", async () => {
    const tries: boolean[] = [];
    const post = createTestOutbox((_, isRetry) => {
      tries.push(isRetry);
      if (tries.length < 3) throw new Error("not now");
    });
    await add(post, { to: "ada" });
    post.outbox.wake();
    await expect.poll(() => post.delivered).toEqual([{ to: "ada" }]);
    expect(tries).toEqual([false, true, true]);
    expect(post.abandoned).toEqual([]);
    expect(post.lines).toEqual(
      Array(2).fill(
        "a message (recovery) was not sent, and is retried in 0.1 s: Error: not now",
      ),
    );
  });

  test("a message requested while the clock was ahead is sent without that delay", async () => {
    const post = createTestOutbox();
    post.outbox.wake();
    await post.outbox.settled();
    await add(post, { to: "ada" });
    await database.query(sql`
      update portico.outgoing_messages set due_at = due_at + interval '1 hour'`);
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toEqual([{ to: "ada" }]);
  });

  test("a message is abandoned after the last attempt", async () => {
    const post = createTestOutbox(() => Promise.reject(new Error("never")));
    await add(post, { to: "ada" });
    post.outbox.wake();
    await expect.poll(() => post.abandoned).toEqual([{ to: "ada" }]);
    await post.outbox.settled();
    expect(await left()).toBe(0);
    expect(post.lines.at(-1)).toBe("a message (recovery) was abandoned after attempt 3: Error: never");
  });

  test("a message that is permanently refused is abandoned immediately", async () => {
    const cause = new Error("no such mailbox");
    const post = createTestOutbox(() => Promise.reject(new Undeliverable("refused", { cause })));
    await add(post, { to: "ada" });
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.abandoned).toEqual([{ to: "ada" }]);
    expect(post.lines).toEqual([
      "a message (recovery) was abandoned after attempt 1: Error: no such mailbox",
    ]);
  });

  test("a message replaces the unsent one before it", async () => {
    let isDown = true;
    const post = createTestOutbox(
      () => {
        if (isDown) throw new Error("down");
      },
      { retryDelaysSeconds: [60] },
    );
    await add(post, { number: 1 });
    await add(post, { number: 1 }, "another digest");
    post.outbox.wake();
    await post.outbox.settled();
    isDown = false;
    await add(post, { number: 2 });
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toEqual([{ number: 2 }]);
    expect(await left()).toBe(1);
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
        await outbox.settled();
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
    await stuck.outbox.settled();
    await stuck.outbox.close();
    // Simulates that the process ends here. With the embedded database, no other process can send the message.
    const next = createTestOutbox();
    const deliveredBy = async () => {
      next.outbox.wake();
      await next.outbox.settled();
      return next.delivered;
    };
    if (database.engine === "postgres") expect(await deliveredBy()).toEqual([]);
    await expect.poll(deliveredBy).toEqual([{ to: "ada" }]);
  });

  test("processes that share a table give up a message at which each of them ends", async () => {
    const post = createTestOutbox();
    await add(post, { to: "ada" });
    await database.query(sql`update portico.outgoing_messages set tries = 3`);
    post.outbox.wake();
    await post.outbox.settled();
    expect(post.delivered).toEqual([]);
    expect(post.abandoned).toEqual([{ to: "ada" }]);
  });
});

test("a closing outbox completes what it has begun and leaves the rest", async () => {
  const underWay = Promise.withResolvers<void>();
  let begun = 0;
  const post = createTestOutbox(
    () => {
      if (++begun === 2) underWay.resolve();
      return pause(100);
    },
    { maxConcurrent: 2 },
  );
  for (let number = 0; number < 5; number++) await add(post, { number }, `digest ${number}`);
  post.outbox.wake();
  await underWay.promise;
  await post.outbox.close();
  expect(post.delivered).toHaveLength(2);
  expect(await left()).toBe(3);
  const next = createTestOutbox();
  next.outbox.wake();
  await next.outbox.settled();
  expect(next.delivered).toHaveLength(3);
});

test("an outbox limits concurrent messages, whatever the table's statistics are", async () => {
  let peak = 0;
  let underWay = 0;
  const post = createTestOutbox(
    async () => {
      peak = Math.max(peak, ++underWay);
      await pause(20);
      underWay--;
    },
    { maxConcurrent: 2 },
  );
  await add(post, { number: 0 }, "digest0");
  // With statistics, the planner may repeat the LIMIT for each row that it finds, and claim too many messages.
  await database.script("analyze portico.outgoing_messages");
  for (let number = 1; number < 5; number++) await add(post, { number }, `digest${number}`);
  post.outbox.wake();
  await post.outbox.settled();
  expect(post.delivered).toHaveLength(5);
  expect(peak).toBe(2);
});

test("the wait for an outbox has a timeout", async () => {
  const delivery = Promise.withResolvers<void>();
  const post = createTestOutbox(() => delivery.promise, { drainTimeoutMs: 50 });
  await add(post, {});
  post.outbox.wake();
  await post.outbox.settled();
  delivery.resolve();
});
