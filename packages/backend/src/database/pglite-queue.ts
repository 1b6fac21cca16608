import type { Share } from "./port.ts";

/** What waits for the one session of the embedded database. */
export interface Waiting {
  readonly share: Share;
  readonly signal?: AbortSignal | undefined;
  /** By `performance.now()`. */
  waitingSince: number;
  /** Whether it ran, and was stopped because others waited. */
  hasGivenWay: boolean;
}

// In milliseconds.
/** What has given way has its turn again after so long, however many others come. */
const longestRespite = 1_000;
/** And not before, though nobody else may be there: a sign-in is one statement after the other. */
const shortestRespite = 250;

/**
 * Whose turn it is: first what gives way to nobody, such as sign-in, then what does, and last what has
 * done so. First come, first served, in each of the three.
 */
export class Queue<Turn extends Waiting> {
  readonly #lanes: readonly [Turn[], Turn[], Turn[]] = [[], [], []];
  /** By `performance.now()`, when something last gave way. */
  #gaveWay = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#lanes.every((lane) => lane.length === 0);
  }

  add(turn: Turn): void {
    if (turn.hasGivenWay) this.#gaveWay = turn.waitingSince;
    this.#laneOf(turn).push(turn);
  }

  /** Puts back what was called back before it began, behind what has waited for longer. */
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

  /** How long somebody has waited who has not had a turn yet, in milliseconds. */
  longestWait(now: number): number {
    const [first, second] = this.#lanes;
    const since = Math.min(first[0]?.waitingSince ?? now, second[0]?.waitingSince ?? now);
    return now - since;
  }

  /** Takes out all that are to go. */
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
