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

/**
 * Orders turns by priority: first turns that never give way, such as sign-ins, then turns that may give way, and last
 * turns that have given way. Within each priority, callers take turns.
 */
export class TurnQueue<Turn extends QueuedTurn> {
  readonly #priorities = [
    new FairQueue<Turn>(),
    new FairQueue<Turn>(),
    new FairQueue<Turn>(),
  ] as const;
  /** When a turn last gave way or ran again, as returned by `performance.now()`. */
  #gaveWayAt = Number.NEGATIVE_INFINITY;

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

  #priorityOf({ limits, hasGivenWay }: QueuedTurn): FairQueue<Turn> {
    return this.#priorities[hasGivenWay ? 2 : limits.givesWay ? 1 : 0];
  }
}
