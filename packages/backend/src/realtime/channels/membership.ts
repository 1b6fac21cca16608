import type { Realtime } from "../context.ts";
import type { Member } from "../member.ts";
import type { Topic } from "../topic.ts";

/** The size of all that a socket's channels track, in bytes. Every process keeps it as long as they are there. */
export interface Budget {
  tracked: number;
}

/** A channel's presence in its topic. */
export class Membership {
  readonly #realtime: Realtime;
  readonly #topic: Topic;
  readonly #key: string;
  readonly #budget: Budget;
  #member: Member | undefined;
  /** JSON text of what is tracked. */
  #tracked: string | undefined;
  #size = 0;
  #calls = 0;
  #windowEnd = 0;

  constructor(
    realtime: Realtime,
    { topic, key }: { readonly topic: Topic; readonly key: string },
    budget: Budget,
  ) {
    this.#realtime = realtime;
    this.#topic = topic;
    this.#key = key;
    this.#budget = budget;
  }

  /** Counts a call. Returns false when there were too many of late. */
  count(): boolean {
    const { presenceCalls, presenceWindow } = this.#realtime.limits;
    const now = performance.now();
    if (now > this.#windowEnd) {
      this.#calls = 0;
      this.#windowEnd = now + presenceWindow;
    }
    this.#calls += 1;
    return this.#calls <= presenceCalls;
  }

  /** Returns false when the payload is too large. Nobody is told of one that is as it was. */
  track(payload: object): boolean {
    const text = JSON.stringify(payload);
    if (text === this.#tracked) return true;
    const size = Buffer.byteLength(this.#key) + Buffer.byteLength(text);
    const { limits, presences } = this.#realtime;
    if (this.#budget.tracked - this.#size + size > limits.payload) return false;
    if (presences.sizeOf(this.#topic) - this.#size + size > limits.present) return false;
    this.#budget.tracked += size - this.#size;
    this.#size = size;
    this.#member = presences.track(this.#topic, this.#key, payload, this.#member);
    this.#tracked = text;
    return true;
  }

  untrack(): void {
    if (this.#member) this.#realtime.presences.untrack(this.#topic, this.#member);
    this.#member = undefined;
    this.#tracked = undefined;
    this.#budget.tracked -= this.#size;
    this.#size = 0;
  }
}
