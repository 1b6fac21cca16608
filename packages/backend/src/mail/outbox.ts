import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Log } from "../log/log.ts";

/** A row of the outbox table. */
export interface OutgoingMessage {
  /** The purpose of the message, such as `recovery`. The log contains nothing else about the message. */
  readonly kind: string;
  /** A digest of the address. Messages with different suffixes (after a blank) do not replace each other. */
  readonly recipient: string;
  /** The content as JSON. It is stored in plain text, so it must not contain secrets. */
  readonly message: object;
}

/** Delivers the messages of an outbox. */
export interface Delivery {
  /**
   * @param isRetry whether an earlier attempt has failed
   *
   * @throws {Undeliverable} if a retry would fail as well
   */
  deliver(message: unknown, isRetry: boolean): Promise<void>;
  /** Called with each message that was abandoned. */
  abandon(message: unknown): Promise<void>;
}

/** Thrown if a message must not be retried. The reason is in the cause. */
export class Undeliverable extends Error {
  override readonly name = "Undeliverable";
}

/**
 * Sends messages after the response to their request. They are stored in a database table, so that a crash does not
 * lose any (docs/decisions/0030). If several processes share the table, each message is sent by one of them. A message
 * is sent only once, unless the process ends while sending it.
 */
export interface Outbox {
  /**
   * Adds a message in the caller's transaction. Replaces older unsent messages of the same kind to the same recipient.
   */
  add(connection: Connection, message: OutgoingMessage): Promise<void>;
  /** Starts sending the due messages. Must be called after the transaction that added a message is committed. */
  wake(): void;
  /**
   * Waits until some process has tried to send all messages that were added earlier, or until the drain timeout has
   * passed.
   */
  drain(): Promise<void>;
  /** Sets how messages are delivered. */
  deliverBy(delivery: Delivery): void;
  /** Stops sending, and waits a few seconds for current deliveries. */
  close(): Promise<void>;
}

export interface OutboxOptions {
  readonly database: Database;
  readonly log: Log;
  /** Called with the kind of each message that was abandoned. */
  readonly onAbandoned?: ((kind: string) => void) | undefined;
  /** The delays before the retries. */
  readonly retryDelaysSeconds?: readonly number[];
  /** How many messages are sent at the same time. */
  readonly maxConcurrent?: number;
  /** After this time another process takes over a message, because the process that claimed it must have ended. */
  readonly leaseSeconds?: number;
  /** How long {@link Outbox.drain} and {@link Outbox.close} wait. */
  readonly drainTimeoutMs?: number;
}

/** Retries end within half an hour, because users do not wait longer for a link. */
const defaultRetryDelaysSeconds: readonly number[] = [2, 15, 60, 300, 900];

/**
 * The delay before messages are sent. It lets the response leave first, so that its timing does not reveal whether a
 * message is sent.
 */
const responseDelayMs = 20;

/** How often to check whether other processes have tried to send their messages. */
const pollIntervalMs = 50;

interface ClaimedMessage {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly message: unknown;
  readonly tries: number;
}

export function createOutbox({
  database,
  log,
  onAbandoned,
  retryDelaysSeconds = defaultRetryDelaysSeconds,
  maxConcurrent = 8,
  leaseSeconds = 120,
  drainTimeoutMs = 4_000,
}: OutboxOptions): Outbox {
  /** A message that is due later than this was postponed while the clock was wrong. */
  const maxDelaySeconds = Math.max(leaseSeconds, ...retryDelaysSeconds);
  let delivery: Delivery | undefined;
  let currentRun: Promise<void> | undefined;
  let isWakePending = false;
  let isClosed = false;
  let skipResponseDelay = () => {};
  // Only one process uses the embedded database, so messages that are claimed at startup were claimed by a process that
  // has ended.
  let hasStaleLeases = database.engine === "pglite";
  const currentDeliveries = new Set<Promise<void>>();
  /** The current delivery to each recipient. */
  const lastDeliveryByRecipient = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const wake = () => {
    if (isClosed || delivery === undefined) return;
    isWakePending = true;
    currentRun ??= run().finally(() => {
      currentRun = undefined;
      // `wake` may have been called after the loop ended, while it still counted as running.
      if (isWakePending) wake();
    });
  };

  async function run(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, responseDelayMs);
      skipResponseDelay = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    while (isWakePending && !isClosed) {
      isWakePending = false;
      try {
        if (hasStaleLeases) await endLeases(database);
        hasStaleLeases = false;
        await limitPostponements(database, maxDelaySeconds);
        await sendDue();
      } catch (err) {
        log.error({ err }, "the messages that are due could not be read");
        isWakePending = false;
        wakeIn(retryDelaysSeconds[0] ?? 1);
        return;
      }
    }
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      while (currentDeliveries.size >= maxConcurrent) await Promise.race(currentDeliveries);
      const freeSlots = maxConcurrent - currentDeliveries.size;
      const claimedMessages = isClosed ? [] : await claim(database, freeSlots, leaseSeconds);
      for (const message of claimedMessages) startDelivery(message);
      if (claimedMessages.length < freeSlots) return;
    }
  }

  /**
   * Delivers a message after earlier messages to the same recipient, so that they arrive in the order of their
   * requests.
   */
  function startDelivery(message: ClaimedMessage): void {
    const [recipient = ""] = message.recipient.split(" ");
    const sending: Promise<void> = (lastDeliveryByRecipient.get(recipient) ?? Promise.resolve())
      .then(() => send(message))
      .finally(() => {
        currentDeliveries.delete(sending);
        if (lastDeliveryByRecipient.get(recipient) === sending)
          lastDeliveryByRecipient.delete(recipient);
      });
    currentDeliveries.add(sending);
    lastDeliveryByRecipient.set(recipient, sending);
  }

  /** Sends a message. Never rejects: if the result cannot be stored, the message is retried when the lease expires. */
  async function send({ id, kind, message, tries }: ClaimedMessage): Promise<void> {
    try {
      const failure = await attempt(message, tries);
      if (failure === undefined) return await deleteMessage(database, id);
      const delaySeconds =
        failure instanceof Undeliverable ? undefined : retryDelaysSeconds[tries - 1];
      const err = failure instanceof Undeliverable ? (failure.cause ?? failure) : failure;
      if (delaySeconds !== undefined) {
        log.error({ err }, `a message (${kind}) was not sent, and is retried in ${delaySeconds} s`);
        await postpone(database, id, delaySeconds);
        wakeIn(delaySeconds);
        return;
      }
      log.error({ err }, `a message (${kind}) was abandoned after attempt ${tries}`);
      onAbandoned?.(kind);
      await delivery?.abandon(message);
      await deleteMessage(database, id);
    } catch (err) {
      log.error({ err }, `the result of a message (${kind}) could not be stored`);
    }
  }

  async function attempt(message: unknown, tries: number): Promise<unknown> {
    if (tries > retryDelaysSeconds.length + 1)
      return new Undeliverable("Every attempt ended because its process ended.");
    try {
      await delivery?.deliver(message, tries > 1);
      return undefined;
    } catch (error) {
      return error ?? new Error("The delivery failed without a reason.");
    }
  }

  function wakeIn(seconds: number): void {
    // The database's clock decides which messages are due, and may be slightly behind this one.
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        wake();
      },
      seconds * 1000 + 50,
    );
    // Browser timers are numbers without `unref`, and do not keep a page open.
    timer.unref?.();
    timers.add(timer);
  }

  const waitUntilIdle = async () => {
    while (currentRun !== undefined || currentDeliveries.size > 0) {
      await currentRun;
      await Promise.all(currentDeliveries);
    }
  };

  return {
    add: async (connection, { kind, recipient, message }) => {
      await connection.query(sql`
        with replaced as (
          delete from portico.outgoing_messages
          where recipient = ${recipient} and kind = ${kind} and tries > 0)
        insert into portico.outgoing_messages (id, kind, recipient, message)
        values (${randomUUID()}, ${kind}, ${recipient}, ${message})`);
    },
    wake,
    drain: async () => {
      const deadline = performance.now() + drainTimeoutMs;
      skipResponseDelay();
      await waitAtMost(drainTimeoutMs, waitUntilIdle());
      // Another process may still be sending a message that this caller waits for.
      while (database.engine === "postgres" && performance.now() < deadline) {
        if (!(await hasUntriedMessage(database, leaseSeconds))) return;
        await pause(pollIntervalMs);
      }
    },
    deliverBy: (newDelivery) => {
      delivery = newDelivery;
    },
    close: async () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      skipResponseDelay();
      await waitAtMost(drainTimeoutMs, waitUntilIdle());
    },
  };
}

async function limitPostponements(database: Database, maxDelaySeconds: number): Promise<void> {
  await database.query(sql`
    update portico.outgoing_messages set due_at = statement_timestamp()
    where due_at > statement_timestamp() + make_interval(secs => ${maxDelaySeconds})`);
}

/**
 * Claims due messages that no other process is claiming. The CTE selects them only once; with `id in (select … limit
 * …)`, the sub-select could run for each row of the table, with different results each time.
 */
async function claim(
  database: Database,
  maxConcurrent: number,
  leaseSeconds: number,
): Promise<ClaimedMessage[]> {
  const { rows } = await database.query<ClaimedMessage>(sql`
    with due as (
      select id as due_id from portico.outgoing_messages where due_at <= statement_timestamp()
      order by asked_at limit ${maxConcurrent} for update skip locked),
    claimed as (
      update portico.outgoing_messages
      set tries = tries + 1, due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from due where id = due_id
      returning id, kind, recipient, message, tries, asked_at)
    select id, kind, recipient, message, tries from claimed order by asked_at`);
  return rows;
}

async function hasUntriedMessage(database: Database, leaseSeconds: number): Promise<boolean> {
  const { rows } = await database.query(sql`
    select from portico.outgoing_messages
    where tries = 0
      or tries = 1 and due_at > clock_timestamp() + make_interval(secs => ${leaseSeconds / 2}) limit 1`);
  return rows.length > 0;
}

async function endLeases(database: Database): Promise<void> {
  await database.query(sql`update portico.outgoing_messages set due_at = clock_timestamp()`);
}

async function deleteMessage(database: Database, id: string): Promise<void> {
  await database.query(sql`delete from portico.outgoing_messages where id = ${id}`);
}

async function postpone(database: Database, id: string, seconds: number): Promise<void> {
  await database.query(sql`
    update portico.outgoing_messages
    set due_at = clock_timestamp() + make_interval(secs => ${seconds}) where id = ${id}`);
}

async function waitAtMost(timeoutMs: number, work: Promise<void>): Promise<void> {
  const finished = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: finished.signal }).catch(() => {});
  await Promise.race([work, timeout]);
  finished.abort();
}
