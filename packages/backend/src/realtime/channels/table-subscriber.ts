import { setTimeout as wait } from "node:timers/promises";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { ChangeSubscriber, SubscriptionHandle, TokenClaims } from "../changes/port.ts";
import type { RealtimeContext } from "../context.ts";
import {
  changesMissed,
  changesRefused,
  changesTimedOut,
  changesUnavailable,
  databaseUnreachable,
  RealtimeError,
} from "../errors.ts";
import { isObject } from "./join-payload.ts";

/** An entry of `postgres_changes` with its id in the reply to the join. */
export interface NumberedEntry {
  readonly id: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Assigns ids to the entries of `postgres_changes`. Equal entries have the same id. */
export function assignEntryIds(entries: readonly unknown[]): readonly NumberedEntry[] {
  const jsonById = new Map<number, string>();
  return entries.filter(isObject).map((entry) => {
    const json = JSON.stringify(entry);
    let id = hash(json);
    while (jsonById.has(id) && jsonById.get(id) !== json) id = (id + 1) % idCount;
    jsonById.set(id, json);
    return { id, entry };
  });
}

/** The reference computes ids by `:erlang.phash2`, which returns values below 2^27. */
const idCount = 2 ** 27;

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0) % idCount;
}

/**
 * The longest time that the reply to a join waits for the subscription. The reply waits, because clients regard it as
 * the confirmation and may write to the table immediately.
 */
const maxSubscribeWaitMs = 3_000;

/** Receives a channel's table changes, and status messages for its client. */
export interface ChangeCallbacks extends Pick<ChangeSubscriber, "client" | "onChange"> {
  onStatus(status: "ok" | "error", message: string): void;
}

/** Subscribes a channel to table changes. Retries until the subscription succeeds or is refused. */
export class TableSubscriber implements ChangeSubscriber {
  readonly entries: ReadonlyMap<number, unknown>;
  readonly client: object;
  readonly onChange: ChangeSubscriber["onChange"];
  readonly #context: RealtimeContext;
  readonly #onStatus: ChangeCallbacks["onStatus"];
  #claims: TokenClaims;
  #subscription: SubscriptionHandle | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  readonly #abort = new AbortController();
  readonly #firstAttempt: Promise<void>;
  /** Resolves with the subscription, and rejects if it is refused. */
  readonly #outcome = Promise.withResolvers<void>();

  constructor(
    context: RealtimeContext,
    entries: ReadonlyMap<number, unknown>,
    claims: TokenClaims,
    { client, onChange, onStatus }: ChangeCallbacks,
  ) {
    this.#context = context;
    this.entries = entries;
    this.#claims = claims;
    this.client = client;
    this.onChange = onChange;
    this.#onStatus = onStatus;
    // The promise reports the outcome only to a client that waits for the subscription.
    this.#outcome.promise.catch(() => {});
    this.#firstAttempt = this.#subscribe();
  }

  get claims(): TokenClaims {
    return this.#claims;
  }

  onGap(): void {
    this.#onStatus("error", changesMissed);
  }

  onEnd({ message }: RealtimeError): void {
    this.#onStatus("error", message);
  }

  /** Resolves when the first attempt has succeeded or failed, or after three seconds. */
  async waitForFirstAttempt(): Promise<void> {
    await Promise.race([this.#firstAttempt, wait(maxSubscribeWaitMs, undefined, { ref: false })]);
  }

  /**
   * Resolves when the subscription has succeeded, even if only at a later attempt.
   *
   * @throws {RealtimeError} if it is refused, or not ready in time
   */
  async waitUntilSubscribed(waitMs: number): Promise<void> {
    const finished = new AbortController();
    const timeout = wait(waitMs, undefined, { ref: false, signal: finished.signal }).then(() => {
      throw changesTimedOut(waitMs);
    });
    await Promise.race([this.#outcome.promise, timeout]).finally(() => finished.abort());
  }

  updateClaims(claims: TokenClaims): void {
    this.#claims = claims;
    this.#subscription?.updateClaims(claims);
  }

  close(): void {
    this.#abort.abort();
    clearTimeout(this.#retryTimer);
    this.#subscription?.close();
  }

  async #subscribe(): Promise<void> {
    const { changes, log } = this.#context;
    if (!changes) {
      this.#outcome.reject(changesRefused(changesUnavailable));
      return this.#onStatus("error", changesUnavailable);
    }
    const claims = this.#claims;
    const { signal } = this.#abort;
    try {
      const subscription = await changes.subscribe(this, signal);
      if (signal.aborted) return subscription.close();
      if (claims !== this.#claims) subscription.updateClaims(this.#claims);
      this.#subscription = subscription;
      this.#outcome.resolve();
      this.#onStatus("ok", "Subscribed to PostgreSQL");
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof RealtimeError;
      if (!isRefused && !(error instanceof DatabaseUnavailable)) {
        log.error({ err: error }, "a channel could not subscribe to table changes");
      }
      this.#onStatus("error", (isRefused ? error : databaseUnreachable()).message);
      if (isRefused) return this.#outcome.reject(changesRefused(error.message));
      // The reference also retries after five to ten seconds.
      this.#retryTimer = setTimeout(() => void this.#subscribe(), 5_000 + Math.random() * 5_000);
    }
  }
}
