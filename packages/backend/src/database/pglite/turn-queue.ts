import { FairQueue, type QueuedItem } from "../fair-queue.ts";
import type { ConnectionLimits } from "../port.ts";

/** A turn that is queued for the session of the embedded database. */
export interface QueuedTurn extends QueuedItem {
  readonly limits: ConnectionLimits;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  /** As returned by `performance.now()`. */
  waitingSince: number;
  /** Whether the turn has already run, and was stopped because others waited. */
  hasGivenWay: boolean;
}

/** A turn that has given way runs again after this time, even if other turns that can give way are waiting. */
const maxRespiteMs = 1_000;
/**
 * A turn that has given way waits at least this long, even if the queue is empty, because a sign-in sends several
 * statements in a row.
 */
const minRespiteMs = 250;
/** How long all turns of a caller count as having given way after one could not be interrupted. */
const penaltyMs = 10_000;

/**
 * Orders turns by priority: first turns that never give way, such as sign-ins, then turns that may give way, and last
 * turns that have given way, or whose caller has recently held up the session. Within each priority, callers take turns.
 */
export class TurnQueue<Turn extends QueuedTurn> {
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
    // Restart the pause, so that the next turn that has given way waits just as long.
    if (queue === this.#priorities[2]) this.#gaveWayAt = now;
    return queue?.take();
  }

  /** Returns the longest wait in milliseconds of a turn that has not run yet. */
  longestWaitMs(now: number): number {
    const [neverGivesWay, second] = this.#priorities;
    const earliest = Math.min(
      neverGivesWay.longestWaitingSince ?? now,
      second.longestWaitingSince ?? now,
    );
    return now - earliest;
  }

  /** Removes all turns that match. */
  remove(matches: (turn: Turn) => boolean): Turn[] {
    return this.#priorities.flatMap((queue) => queue.remove(matches));
  }

  #next(now: number): FairQueue<Turn> | undefined {
    const [neverGivesWay, second, third] = this.#priorities;
    const pauseMs = now - this.#gaveWayAt;
    if (!neverGivesWay.isEmpty) return neverGivesWay;
    if (!third.isEmpty && pauseMs >= maxRespiteMs) return third;
    if (!second.isEmpty) return second;
    return !third.isEmpty && pauseMs >= minRespiteMs ? third : undefined;
  }

  #priorityOf({ limits, hasGivenWay, caller }: QueuedTurn): FairQueue<Turn> {
    if (hasGivenWay) return this.#priorities[2];
    if (!limits.yieldsToOthers) return this.#priorities[0];
    const penaltyEnd = this.#penaltyEnds.get(caller ?? "") ?? Number.NEGATIVE_INFINITY;
    return this.#priorities[penaltyEnd > performance.now() ? 2 : 1];
  }
}
