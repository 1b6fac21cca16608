import { FairQueue, type QueuedItem } from "../fair-queue.ts";
import type { ConnectionLimits } from "../port.ts";

/** A turn that is queued for the session of the embedded database. */
export interface QueuedTurn extends QueuedItem {
  readonly limits: ConnectionLimits;
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
/** How long a caller's turns are refused after the second one that could not be interrupted. Doubles with each further one. */
const suspensionMs = 20_000;
const maxSuspensionMs = 60_000;
/**
 * All servers with the secret key share this caller (`callerKey`). It is never suspended, because a single server's
 * users could cause the suspension.
 */
const serverCaller = "service_role";
/** An offense is forgotten after this time without another one. */
const memoryMs = 10 * 60_000;
/** If all callers combined have this many recent offenses, a caller is suspended after its first one. */
const maxOffenses = 5;

/** A caller's recent statements that could not be interrupted. Times are as returned by `performance.now()`. */
interface Penalty {
  readonly offenses: number;
  readonly at: number;
  readonly suspendedUntil: number;
}

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
  readonly #penalties = new Map<string, Penalty>();

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
   * thread. Otherwise each of the caller's next statements would make the others wait as long again.
   */
  penalize(caller: string, now: number): void {
    for (const [other, { at, suspendedUntil }] of this.#penalties)
      if (Math.max(at, suspendedUntil) + memoryMs < now) this.#penalties.delete(other);
    const offensesOfAll = [...this.#penalties.values()].reduce(
      (sum, { offenses }) => sum + offenses,
      0,
    );
    const offenses = (this.#penalties.get(caller)?.offenses ?? 0) + 1;
    const suspensions = offenses - 1 + (offensesOfAll >= maxOffenses ? 1 : 0);
    const lastsMs = Math.min(maxSuspensionMs, suspensionMs * 2 ** (suspensions - 1));
    const suspendedUntil =
      suspensions > 0 && caller !== serverCaller ? now + lastsMs : Number.NEGATIVE_INFINITY;
    this.#penalties.set(caller, { offenses, at: now, suspendedUntil });
    const [, second] = this.#priorities;
    for (const turn of second.remove((waiting) => waiting.caller === caller)) this.add(turn);
  }

  /** Returns how long a caller's turns will be refused, or 0 if they are not. */
  remainingSuspensionMs(caller: string, now: number): number {
    return Math.max(0, (this.#penalties.get(caller)?.suspendedUntil ?? 0) - now);
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

  #priorityOf({ limits, hasGivenWay, caller }: QueuedTurn): FairQueue<Turn> {
    if (hasGivenWay) return this.#priorities[2];
    if (!limits.yieldsToOthers) return this.#priorities[0];
    const penalizedAt = this.#penalties.get(caller ?? "")?.at ?? Number.NEGATIVE_INFINITY;
    return this.#priorities[penalizedAt + penaltyMs > performance.now() ? 2 : 1];
  }
}
