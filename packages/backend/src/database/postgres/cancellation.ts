import type pg from "pg";
import type { ConnectionLimits, TransactionOptions } from "../port.ts";
import { canceledError } from "../sessions/session.ts";
import { destroyConnection, requestCancellation } from "./connection.ts";

/** The limits and the caller of a statement. */
export interface StatementContext
  extends Pick<TransactionOptions, "signal" | "statementTimeoutMs"> {
  readonly limits: ConnectionLimits;
}

interface RunningStatement extends StatementContext {
  readonly client: pg.ClientBase;
  readonly startedAt: number;
  cancellation?: {
    readonly requestedAt: number;
    readonly delivered: Promise<void>;
    /** The error that the statement fails with if it does not end and its connection is destroyed. */
    readonly error: Error;
  };
}

/** How often running statements are checked. */
const checkIntervalMs = 100;
/** PostgreSQL gets this much time to end a statement at its `statement_timeout` itself. */
const statementTimeoutMarginMs = 1_000;
/** The connection of a cancelled statement is destroyed if the statement still runs after this time. */
const graceMs = 5_000;

/**
 * Cancels statements whose caller has disconnected, and statements that exceed their time limit. A regular check costs
 * less than a timer per statement.
 */
export class StatementWatch {
  readonly #running = new Set<RunningStatement>();
  readonly #abandoned = new WeakSet<pg.ClientBase>();
  #timer: NodeJS.Timeout | undefined;
  #closingSince: number | undefined;

  /** Runs a statement on a connection. The connection may be used again after the promise has settled. */
  async run<T>(
    client: pg.ClientBase,
    context: StatementContext,
    send: () => Promise<T>,
  ): Promise<T> {
    const running: RunningStatement = { ...context, client, startedAt: performance.now() };
    this.#running.add(running);
    this.#timer ??= setTimeout(() => this.#check(), checkIntervalMs);
    try {
      return await send();
    } finally {
      this.#running.delete(running);
      // Wait for the cancellation, which could otherwise cancel the next statement.
      await running.cancellation?.delivered;
    }
  }

  /** Returns whether the connection was destroyed because its statement did not end. The server may still run it. */
  hasAbandoned(client: pg.ClientBase): boolean {
    return this.#abandoned.has(client);
  }

  /** Cancels all statements that still run after a short grace period, and every later statement. */
  close(): void {
    this.#closingSince = performance.now();
  }

  #check(): void {
    const now = performance.now();
    for (const running of this.#running) {
      if (running.cancellation && now - running.cancellation.requestedAt > this.#graceMs) {
        this.#abandoned.add(running.client);
        destroyConnection(running.client, running.cancellation.error);
      } else if (!running.cancellation) {
        const error = this.#findReason(running, now);
        if (!error) continue;
        running.cancellation = {
          requestedAt: now,
          delivered: requestCancellation(running.client),
          error,
        };
      }
    }
    const isBusy = this.#running.size > 0;
    this.#timer = isBusy ? setTimeout(() => this.#check(), checkIntervalMs) : undefined;
  }

  /** Returns the reason to cancel a statement, if there is one. */
  #findReason(
    { signal, limits, startedAt, statementTimeoutMs }: RunningStatement,
    now: number,
  ): Error | undefined {
    const ranMs = now - startedAt;
    if (statementTimeoutMs && ranMs > statementTimeoutMs + statementTimeoutMarginMs)
      return canceledError("statement timeout");
    const isClosing = this.#closingSince !== undefined && now - this.#closingSince > closingGraceMs;
    const isOverLimit = ranMs > (limits.maxStatementMs ?? Number.POSITIVE_INFINITY);
    return signal?.aborted || isOverLimit || isClosing
      ? new Error("A cancelled statement did not end.")
      : undefined;
  }

  get #graceMs(): number {
    return this.#closingSince === undefined ? graceMs : closingGraceMs;
  }
}

/** The grace period for statements when the database closes. */
const closingGraceMs = 1_000;
