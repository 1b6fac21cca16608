import type { Database } from "../../database/port.ts";
import { one, Queue } from "../queue.ts";

/** The channel of NOTIFY. The trigger on `realtime.messages` uses it, too (system/0023_realtime_messages.sql). */
export const channel = "portico_realtime";

/** The kinds of notifications, as their first letter. */
export const kinds = { message: "m", word: "w" } as const;

/** In characters: how much may wait for the listeners. */
const longestQueue = 32 * 1024 * 1024;

/** A listener to notifications of one kind. */
export interface Listener {
  /** Called in the order of the commits; the next one waits for the promise. */
  onNotified(payload: string): Promise<void> | void;
  /** Called when notifications may have been missed. */
  onGap(): Promise<void> | void;
}

/** Listens to the database, once for all who hear it, and keeps the order of its notifications. */
export class Notifications {
  readonly #database: Pick<Database, "listen">;
  readonly #listeners = new Map<string, Listener>();
  readonly #onFailure: (error: unknown) => void;
  #listening: Promise<() => Promise<void>> | undefined;
  /** Without a payload, notifications may have been missed. */
  readonly #queue = new Queue<string | undefined>({
    sizeOf: (payload) => payload?.length ?? 0,
    limit: longestQueue,
    take: one,
    work: ([payload]) => this.#take(payload).catch(this.#onFailure),
    onLoss: () => this.#queue.add(undefined),
  });

  constructor(database: Pick<Database, "listen">, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  /** Has a listener hear the notifications of one of the {@link kinds}. */
  hear(kind: string, listener: Listener): void {
    this.#listeners.set(kind, listener);
  }

  /** @throws {DatabaseUnavailable} The next call tries again. */
  async open(): Promise<void> {
    this.#listening ??= this.#database.listen(channel, (payload) => this.#queue.add(payload));
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const stop = await this.#listening?.catch(() => undefined);
    await stop?.();
    await this.#queue.idle();
  }

  async #take(payload: string | undefined): Promise<void> {
    if (payload !== undefined) {
      return this.#listeners.get(payload.charAt(0))?.onNotified(payload.slice(1));
    }
    for (const listener of this.#listeners.values()) await listener.onGap();
  }
}
