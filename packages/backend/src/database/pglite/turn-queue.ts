import { FairQueue, type QueuedItem } from "../fair-queue.ts";
import type { ConnectionLimits, TransactionOptions } from "../port.ts";
import { type Origin, Penalties } from "./penalties.ts";

/** A turn that is queued for the session of the embedded database. */
export interface QueuedTurn extends QueuedItem {
  readonly limits: ConnectionLimits;
  /** The network of the caller ({@link TransactionOptions.network}). */
  readonly network?: string | undefined;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  /** The time at which the turn was queued, as returned by `performance.now()`. */
  waitingSince: number;
  /** Whether the turn has already run, and was stopped because others waited. */
  hasGivenWay: boolean;
}

/** A turn that has given way runs again after this time, even if other turns that can give way are waiting. */
const maxRetryDelayMs = 1_000;
/**
 * A turn that has given way waits at least this long, even if the queue is empty, because a sign-in sends several
 * statements in a row.
 */
const minRetryDelayMs = 250;
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
  readonly #penalties = new Penalties();

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
   * Puts a caller behind the others for a while, because one of its statements could only be ended together with the
   * thread. Otherwise each of the caller's next statements would make the others wait as long again. Repeated offenses
   * suspend the caller or its network.
   *
   * @returns the waiting turns to refuse
   */
  penalize(offender: Turn, now: number): Turn[] {
    this.#penalties.add(offender, now);
    const [, second] = this.#priorities;
    for (const turn of second.remove(({ caller }) => caller === offender.caller)) this.add(turn);
    return this.remove((turn) => this.remainingSuspensionMs(turn, now) > 0);
  }

  /** Returns how long a caller's turns will be refused, or 0 if they are not. */
  remainingSuspensionMs(origin: Origin, now: number): number {
    return this.#penalties.remainingSuspensionMs(origin, now);
  }

  /** Delays the next turn that has given way, because other turns have waited for long. */
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
    if (!third.isEmpty && pauseMs >= maxRetryDelayMs) return third;
    if (!second.isEmpty) return second;
    return !third.isEmpty && pauseMs >= minRetryDelayMs ? third : undefined;
  }

  #priorityOf(turn: QueuedTurn): FairQueue<Turn> {
    if (turn.hasGivenWay) return this.#priorities[2];
    if (!turn.limits.yieldsToOthers) return this.#priorities[0];
    const isPenalized = this.#penalties.lastOffenseAt(turn) + penaltyMs > performance.now();
    return this.#priorities[isPenalized ? 2 : 1];
  }
}
