import type { Share } from "../port.ts";

/** A turn that waits for the one session of the embedded database. */
export interface Waiting {
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
 * last those that have given way. Within each of the three, first come, first served.
 */
export class Queue<Turn extends Waiting> {
  readonly #lanes: readonly [Turn[], Turn[], Turn[]] = [[], [], []];
  /** By `performance.now()`, when a turn last gave way. */
  #gaveWay = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#lanes.every((lane) => lane.length === 0);
  }

  add(turn: Turn): void {
    if (turn.hasGivenWay) this.#gaveWay = turn.waitingSince;
    this.#laneOf(turn).push(turn);
  }

  /** Puts back a turn that was recalled before it began, behind those that have waited longer. */
  putBack(turn: Turn): void {
    const lane = this.#laneOf(turn);
    const at = lane.findIndex(({ waitingSince }) => waitingSince > turn.waitingSince);
    lane.splice(at < 0 ? lane.length : at, 0, turn);
  }

  peek(now: number): Turn | undefined {
    return this.#next(now)?.[0];
  }

  take(now: number): Turn | undefined {
    return this.#next(now)?.shift();
  }

  /** The longest wait of a turn that has not run yet, in milliseconds. */
  longestWait(now: number): number {
    const [first, second] = this.#lanes;
    const since = Math.min(first[0]?.waitingSince ?? now, second[0]?.waitingSince ?? now);
    return now - since;
  }

  /** Removes all turns that match. */
  remove(isToGo: (turn: Turn) => boolean): Turn[] {
    return this.#lanes.flatMap((lane) => {
      if (!lane.some(isToGo)) return [];
      const all = lane.splice(0);
      lane.push(...all.filter((turn) => !isToGo(turn)));
      return all.filter(isToGo);
    });
  }

  #next(now: number): Turn[] | undefined {
    const [first, second, third] = this.#lanes;
    const rested = now - this.#gaveWay;
    if (first.length > 0) return first;
    if (third.length > 0 && rested >= longestRespite) return third;
    if (second.length > 0) return second;
    return third.length > 0 && rested >= shortestRespite ? third : undefined;
  }

  #laneOf({ share, hasGivenWay }: Waiting): Turn[] {
    return this.#lanes[hasGivenWay ? 2 : share.givesWay ? 1 : 0];
  }
}
