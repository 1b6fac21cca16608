import type { Database } from "../../database/port.ts";
import { takeOne, WorkQueue } from "../work-queue.ts";

/** The channel of NOTIFY, which the trigger on `realtime.messages` also uses (system/0029_realtime_names.sql). */
export const notifyChannel = "portico_realtime";

/** The kinds of notifications, by the first letter of their payload. */
export const notificationKinds = { message: "m", bus: "w" } as const;

const maxQueueChars = 32 * 1024 * 1024;

/** Receives notifications of one kind. */
export interface NotificationListener {
  /** Called in commit order. The next notification waits for the returned promise. */
  onNotification(payload: string): Promise<void> | void;
  /** Called when notifications may have been missed. */
  onGap(): Promise<void> | void;
}

/** Shares one LISTEN connection between all listeners and keeps notifications in order. */
export class DatabaseNotifications {
  readonly #database: Pick<Database, "listen">;
  readonly #listeners = new Map<string, NotificationListener>();
  readonly #onFailure: (error: unknown) => void;
  #listening: Promise<() => Promise<void>> | undefined;
  /** An undefined payload means that notifications may have been missed. */
  readonly #queue = new WorkQueue<string | undefined>({
    sizeOf: (payload) => payload?.length ?? 0,
    maxSize: maxQueueChars,
    takeBatch: takeOne,
    process: ([payload]) => this.#dispatch(payload).catch(this.#onFailure),
    onLoss: () => this.#queue.add(undefined),
  });

  constructor(database: Pick<Database, "listen">, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  /** Registers the listener for one of the {@link notificationKinds}. */
  addListener(kind: string, listener: NotificationListener): void {
    this.#listeners.set(kind, listener);
  }

  /** @throws {DatabaseUnavailable} The next call tries again. */
  async open(): Promise<void> {
    this.#listening ??= this.#database.listen(notifyChannel, (payload) => this.#queue.add(payload));
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const stopListening = await this.#listening?.catch(() => undefined);
    await stopListening?.();
    await this.#queue.idle();
  }

  async #dispatch(payload: string | undefined): Promise<void> {
    if (payload !== undefined) {
      return this.#listeners.get(payload.charAt(0))?.onNotification(payload.slice(1));
    }
    for (const listener of this.#listeners.values()) await listener.onGap();
  }
}
