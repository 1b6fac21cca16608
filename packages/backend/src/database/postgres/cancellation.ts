import type pg from "pg";
import type { Share } from "../port.ts";
import { cancel, destroyConnection } from "./connection.ts";

/** The limits and the caller of a statement. */
export interface StatementUse {
  readonly share: Share;
  readonly signal?: AbortSignal | undefined;
}

interface Running extends StatementUse {
  readonly client: pg.ClientBase;
  readonly startedAt: number;
  cancelled?: { readonly at: number; readonly delivered: Promise<void> };
}

/** How often running statements are checked. */
const checkIntervalMs = 100;
/** The connection of a cancelled statement is destroyed if the statement still runs after this time. */
const graceMs = 5_000;

/**
 * Cancels statements whose caller has disconnected, and statements that exceed their time limit. A regular check costs
 * less than a timer per statement.
 */
export class StatementWatch {
  readonly #running = new Set<Running>();
  #timer: NodeJS.Timeout | undefined;
  #closingSince: number | undefined;

  /** Runs a statement on a connection. The connection may be used again after the promise has settled. */
  async run<T>(client: pg.ClientBase, use: StatementUse, send: () => Promise<T>): Promise<T> {
    const running: Running = { ...use, client, startedAt: performance.now() };
    this.#running.add(running);
    this.#timer ??= setTimeout(() => this.#check(), checkIntervalMs);
    try {
      return await send();
    } finally {
      this.#running.delete(running);
      // Otherwise a cancellation in transit would cancel the next statement.
      await running.cancelled?.delivered;
    }
  }

  /** Cancels all statements that still run after a short grace period, and every later statement. */
  close(): void {
    this.#closingSince = performance.now();
  }

  #check(): void {
    const now = performance.now();
    for (const running of this.#running) {
      if (running.cancelled && now - running.cancelled.at > this.#graceMs) {
        destroyConnection(running.client, new Error("A cancelled statement did not end."));
      } else if (!running.cancelled && this.#shouldCancel(running, now)) {
        running.cancelled = { at: now, delivered: cancel(running.client) };
      }
    }
    const isBusy = this.#running.size > 0;
    this.#timer = isBusy ? setTimeout(() => this.#check(), checkIntervalMs) : undefined;
  }

  #shouldCancel({ signal, share, startedAt: since }: Running, now: number): boolean {
    if (signal?.aborted || now - since > (share.maxStatementMs ?? Number.POSITIVE_INFINITY))
      return true;
    return this.#closingSince !== undefined && now - this.#closingSince > closingGraceMs;
  }

  get #graceMs(): number {
    return this.#closingSince === undefined ? graceMs : closingGraceMs;
  }
}

/** The grace period for statements when the database closes. */
const closingGraceMs = 1_000;
