import { FairQueue, type Queued } from "../fair-queue.ts";
import type { Share } from "../port.ts";

/** A turn that waits for the one session of the embedded database. */
export interface Waiting extends Queued {
  readonly share: Share;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  /** By `performance.now()`. */
  waitingSince: number;
  /** True when the turn ran, and was stopped because others waited. */
  hasGivenWay: boolean;
}

// In milliseconds.
/** A turn that has given way runs again after this long, however many others come that may give way. */
const longestRespite = 1_000;
/** It waits at least this long, even when nothing else waits: a sign-in is several statements in a row. */
const shortestRespite = 250;

/**
 * The order of turns: first those that give way to none, such as sign-in, then those that may give way, and
 * last those that have given way. Within each of the three, callers take turns.
 */
export class Queue<Turn extends Waiting> {
  readonly #lanes = [new FairQueue<Turn>(), new FairQueue<Turn>(), new FairQueue<Turn>()] as const;
  /** By `performance.now()`, when a turn last gave way, or ran again. */
  #gaveWay = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#lanes.every((lane) => lane.isEmpty);
  }

  /** The number of turns of a caller that wait. */
  countOf(caller: string): number {
    return this.#lanes.reduce((count, lane) => count + lane.countOf(caller), 0);
  }

  add(turn: Turn): void {
    if (turn.hasGivenWay) this.#gaveWay = turn.waitingSince;
    this.#laneOf(turn).add(turn);
  }

  /** Puts back a turn that was recalled before it began, behind those that have waited longer. */
  putBack(turn: Turn): void {
    this.#laneOf(turn).putBack(turn);
  }

  peek(now: number): Turn | undefined {
    return this.#next(now)?.first;
  }

  take(now: number): Turn | undefined {
    const lane = this.#next(now);
    // One at a time: the next that has given way waits as long again, while others come.
    if (lane === this.#lanes[2]) this.#gaveWay = now;
    return lane?.take();
  }

  /** The longest wait of a turn that has not run yet, in milliseconds. */
  longestWait(now: number): number {
    const [first, second] = this.#lanes;
    const since = Math.min(first.oldest ?? now, second.oldest ?? now);
    return now - since;
  }

  /** Removes all turns that match. */
  remove(isToGo: (turn: Turn) => boolean): Turn[] {
    return this.#lanes.flatMap((lane) => lane.remove(isToGo));
  }

  #next(now: number): FairQueue<Turn> | undefined {
    const [first, second, third] = this.#lanes;
    const rested = now - this.#gaveWay;
    if (!first.isEmpty) return first;
    if (!third.isEmpty && rested >= longestRespite) return third;
    if (!second.isEmpty) return second;
    return !third.isEmpty && rested >= shortestRespite ? third : undefined;
  }

  #laneOf({ share, hasGivenWay }: Waiting): FairQueue<Turn> {
    return this.#lanes[hasGivenWay ? 2 : share.givesWay ? 1 : 0];
  }
}
