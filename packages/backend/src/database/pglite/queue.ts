import { FairQueue, type Queued } from "../fair-queue.ts";
import type { Share } from "../port.ts";

/** A turn that waits for the session of the embedded database. */
export interface Waiting extends Queued {
  readonly share: Share;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  /** As returned by `performance.now()`. */
  waitingSince: number;
  /** Whether the turn has already run, and was stopped because others waited. */
  hasGivenWay: boolean;
}

/** A turn that has given way runs again after this time, even if others that can give way are waiting. */
const maxRespiteMs = 1_000;
/** The turn waits at least this long, even if nothing else waits, because a sign-in is several statements in a row. */
const minRespiteMs = 250;
/** How long all turns of a caller count as having given way after one could not be interrupted. */
const penaltyMs = 10_000;

/**
 * Orders turns by priority: first those that never give way, such as sign-in, then those that may give way, and
 * last those that have given way, or whose caller has recently held up the session. Within each priority, callers take
 * turns.
 */
export class Queue<Turn extends Waiting> {
  readonly #priorities = [
    new FairQueue<Turn>(),
    new FairQueue<Turn>(),
    new FairQueue<Turn>(),
  ] as const;
  /** When a turn last gave way or ran again, as returned by `performance.now()`. */
  #gaveWayAt = Number.NEGATIVE_INFINITY;
  /** The end of the penalty of each penalized caller. */
  readonly #penaltyEnds = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#priorities.every((queue) => queue.isEmpty);
  }

  /** Returns the number of a caller's waiting turns. */
  countOf(caller: string): number {
    return this.#priorities.reduce((count, queue) => count + queue.countOf(caller), 0);
  }

  add(turn: Turn): void {
    if (turn.hasGivenWay) this.#gaveWayAt = turn.waitingSince;
    this.#priorityOf(turn).add(turn);
  }

  /** Puts back a turn that was recalled before it started. It goes behind the turns that have waited longer. */
  putBack(turn: Turn): void {
    this.#priorityOf(turn).putBack(turn);
  }

  /**
   * Puts a caller behind the others for a while, because a statement could only be ended with the thread. Otherwise each
   * of the caller's next statements would make the others wait as long again.
   */
  penalize(caller: string, now: number): void {
    for (const [other, end] of this.#penaltyEnds) if (end < now) this.#penaltyEnds.delete(other);
    this.#penaltyEnds.set(caller, now + penaltyMs);
    const [, second] = this.#priorities;
    for (const turn of second.remove((waiting) => waiting.caller === caller)) this.add(turn);
  }

  /** Lets the others run for a while before the next turn that has given way, because they have waited long. */
  rest(now: number): void {
    this.#gaveWayAt = now;
  }

  peek(now: number): Turn | undefined {
    return this.#next(now)?.first;
  }

  take(now: number): Turn | undefined {
    const queue = this.#next(now);
    // Restart the pause, so that the next turn that has given way waits as long again.
    if (queue === this.#priorities[2]) this.#gaveWayAt = now;
    return queue?.take();
  }

  /** Returns the longest wait in milliseconds of a turn that has not run yet. */
  longestWait(now: number): number {
    const [first, second] = this.#priorities;
    const since = Math.min(first.oldest ?? now, second.oldest ?? now);
    return now - since;
  }

  /** Removes all turns that match. */
  remove(matches: (turn: Turn) => boolean): Turn[] {
    return this.#priorities.flatMap((queue) => queue.remove(matches));
  }

  #next(now: number): FairQueue<Turn> | undefined {
    const [first, second, third] = this.#priorities;
    const restedMs = now - this.#gaveWayAt;
    if (!first.isEmpty) return first;
    if (!third.isEmpty && restedMs >= maxRespiteMs) return third;
    if (!second.isEmpty) return second;
    return !third.isEmpty && restedMs >= minRespiteMs ? third : undefined;
  }

  #priorityOf({ share, hasGivenWay, caller }: Waiting): FairQueue<Turn> {
    if (hasGivenWay) return this.#priorities[2];
    if (!share.givesWay) return this.#priorities[0];
    const penaltyEnd = this.#penaltyEnds.get(caller ?? "") ?? Number.NEGATIVE_INFINITY;
    return this.#priorities[penaltyEnd > performance.now() ? 2 : 1];
  }
}
