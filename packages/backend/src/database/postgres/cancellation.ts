import type pg from "pg";
import type { Share } from "../port.ts";
import { breakOff, cancel } from "./connection.ts";

/** The purpose of a statement. */
export interface Use {
  readonly share: Share;
  readonly signal?: AbortSignal | undefined;
}

interface Running extends Use {
  readonly client: pg.ClientBase;
  readonly since: number;
  cancelled?: { readonly at: number; readonly isHeard: Promise<void> };
}

// In milliseconds.
/** The time between two looks at the running statements. */
const interval = 100;
/** A connection is broken off when a cancelled statement has not ended after this time. */
const grace = 5_000;

/**
 * Cancels statements that are no longer wanted, or that take longer than their share allows. A regular look
 * costs less than a timer for each statement.
 */
export class Watch {
  readonly #running = new Set<Running>();
  #timer: NodeJS.Timeout | undefined;
  #closingSince: number | undefined;

  /** Sends something on a connection, which may be used again when this is settled. */
  async over<T>(client: pg.ClientBase, use: Use, send: () => Promise<T>): Promise<T> {
    const running: Running = { ...use, client, since: performance.now() };
    this.#running.add(running);
    this.#timer ??= setTimeout(() => this.#look(), interval);
    try {
      return await send();
    } finally {
      this.#running.delete(running);
      // A cancellation still on its way would hit the next statement.
      await running.cancelled?.isHeard;
    }
  }

  /** Cancels the statements that still run after a moment, and those that begin then. */
  close(): void {
    this.#closingSince = performance.now();
  }

  #look(): void {
    const now = performance.now();
    for (const running of this.#running) {
      if (running.cancelled && now - running.cancelled.at > this.#grace) {
        breakOff(running.client, new Error("A cancelled statement did not end."));
      } else if (!running.cancelled && this.#isToEnd(running, now)) {
        running.cancelled = { at: now, isHeard: cancel(running.client) };
      }
    }
    const isBusy = this.#running.size > 0;
    this.#timer = isBusy ? setTimeout(() => this.#look(), interval) : undefined;
  }

  #isToEnd({ signal, share, since }: Running, now: number): boolean {
    if (signal?.aborted || now - since > (share.longest ?? Number.POSITIVE_INFINITY)) return true;
    return this.#closingSince !== undefined && now - this.#closingSince > briefGrace;
  }

  get #grace(): number {
    return this.#closingSince === undefined ? grace : briefGrace;
  }
}

/** The grace when the database closes. */
const briefGrace = 1_000;
