import type { PresenceEntry } from "../bus/presence-entry.ts";
import type { RealtimeContext } from "../context.ts";
import type { Topic } from "../topic.ts";

/**
 * Counts the bytes that all channels of a socket track. They are limited, because every process stores them while the
 * socket is open.
 */
export interface PresenceBudget {
  trackedBytes: number;
}

/** The presence that a channel has published in its topic. */
export class ChannelPresence {
  readonly #context: RealtimeContext;
  readonly #topic: Topic;
  readonly #key: string;
  readonly #budget: PresenceBudget;
  #entry: PresenceEntry | undefined;
  #trackedJson: string | undefined;
  #trackedBytes = 0;
  #calls = 0;
  #windowEndsAt = 0;

  constructor(
    context: RealtimeContext,
    { topic, key }: { readonly topic: Topic; readonly key: string },
    budget: PresenceBudget,
  ) {
    this.#context = context;
    this.#topic = topic;
    this.#key = key;
    this.#budget = budget;
  }

  /** Counts a call of the client. Returns false if it made too many in the current window. */
  countCall(): boolean {
    const { presenceCalls, presenceWindowMs } = this.#context.limits;
    const now = performance.now();
    if (now > this.#windowEndsAt) {
      this.#calls = 0;
      this.#windowEndsAt = now + presenceWindowMs;
    }
    this.#calls += 1;
    return this.#calls <= presenceCalls;
  }

  /** Publishes the payload unless it is unchanged. Returns false if the payload is too large. */
  track(payload: object): boolean {
    const json = JSON.stringify(payload);
    if (json === this.#trackedJson) return true;
    const bytes = Buffer.byteLength(this.#key) + Buffer.byteLength(json);
    const addedBytes = bytes - this.#trackedBytes;
    const { limits, presence } = this.#context;
    if (this.#budget.trackedBytes + addedBytes > limits.payloadBytes) return false;
    if (presence.sizeBytes(this.#topic) + addedBytes > limits.topicPresenceBytes) return false;
    this.#budget.trackedBytes += addedBytes;
    this.#trackedBytes = bytes;
    this.#entry = presence.track(this.#topic, this.#key, payload, this.#entry);
    this.#trackedJson = json;
    return true;
  }

  untrack(): void {
    if (this.#entry) this.#context.presence.untrack(this.#topic, this.#entry);
    this.#entry = undefined;
    this.#trackedJson = undefined;
    this.#budget.trackedBytes -= this.#trackedBytes;
    this.#trackedBytes = 0;
  }
}
