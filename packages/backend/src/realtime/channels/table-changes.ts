import { setTimeout as wait } from "node:timers/promises";
import { DatabaseUnavailable } from "../../database/port.ts";
import { type ChangeClaims, type ChangeSubscription, ChangesRefused } from "../changes/port.ts";
import type { Realtime } from "../context.ts";
import { noDatabase } from "../refusal.ts";
import { isTable } from "./join-payload.ts";

/** A channel, as the changes of tables see it. */
export interface ChangesHeard {
  /** The socket of the channel. */
  readonly client: object;
  changed(ids: readonly number[], data: string, type: string): void;
  /** Something the client is to know, for a system message. */
  said(status: "ok" | "error", message: string): void;
}

/** The entries of `postgres_changes`, each with its id, as the reply to the join has them. */
export function numbered(
  entries: readonly unknown[],
): readonly { readonly id: number; readonly entry: Readonly<Record<string, unknown>> }[] {
  const ids = new Map<number, string>();
  return entries.filter(isTable).map((entry) => {
    const text = JSON.stringify(entry);
    let id = hashed(text);
    while (ids.has(id) && ids.get(id) !== text) id = (id + 1) % idCount;
    ids.set(id, text);
    return { id, entry };
  });
}

/** The reference numbers entries by `:erlang.phash2`, below 2^27: equal entries have one id. */
const idCount = 2 ** 27;

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv). */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % idCount;
}

/**
 * In milliseconds: how long the answer to a join waits for the subscription. Clients take the answer for it, and
 * change at once what they listen to.
 */
const longestWait = 3_000;

/** A channel's subscription to changes of tables. It tries again until it has one. */
export class TableSubscription {
  readonly #realtime: Realtime;
  readonly #wanted: ReadonlyMap<number, unknown>;
  readonly #heard: ChangesHeard;
  #claims: ChangeClaims;
  #subscription: ChangeSubscription | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #ending = new AbortController();
  readonly #firstTry: Promise<void>;

  constructor(
    realtime: Realtime,
    wanted: ReadonlyMap<number, unknown>,
    claims: ChangeClaims,
    heard: ChangesHeard,
  ) {
    this.#realtime = realtime;
    this.#wanted = wanted;
    this.#claims = claims;
    this.#heard = heard;
    this.#firstTry = this.#subscribe();
  }

  /** Resolves when the first try has ended, or takes too long. */
  async begun(): Promise<void> {
    await Promise.race([this.#firstTry, wait(longestWait, undefined, { ref: false })]);
  }

  renew(claims: ChangeClaims): void {
    this.#claims = claims;
    this.#subscription?.renew(claims);
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#retry);
    this.#subscription?.close();
  }

  async #subscribe(): Promise<void> {
    const { changes, log } = this.#realtime;
    if (!changes) return this.#heard.said("error", "Changes of tables are not told here");
    const claims = this.#claims;
    const { signal } = this.#ending;
    const subscriber = {
      ...{ wanted: this.#wanted, claims, client: this.#heard.client },
      onChange: (ids: readonly number[], data: string, type: string) =>
        this.#heard.changed(ids, data, type),
      onGap: () => this.#heard.said("error", "Changes may have been missed"),
      onEnd: ({ message }: ChangesRefused) => this.#heard.said("error", message),
    };
    try {
      const subscription = await changes.subscribe(subscriber, signal);
      if (signal.aborted) return subscription.close();
      if (claims !== this.#claims) subscription.renew(this.#claims);
      this.#subscription = subscription;
      this.#heard.said("ok", "Subscribed to PostgreSQL");
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ChangesRefused;
      if (!isRefused && !(error instanceof DatabaseUnavailable)) {
        log.error({ err: error }, "a channel could not subscribe to changes of tables");
      }
      this.#heard.said("error", isRefused ? error.message : noDatabase);
      if (isRefused) return;
      // As in the reference: between five and ten seconds.
      this.#retry = setTimeout(() => void this.#subscribe(), 5_000 + Math.random() * 5_000);
    }
  }
}
