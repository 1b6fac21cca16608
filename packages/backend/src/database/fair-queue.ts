/** Something that waits, for a caller or for none. */
export interface Queued {
  /** Whose it is; all without one are one caller's. */
  readonly caller?: string | undefined;
  /** By `performance.now()`. */
  readonly waitingSince: number;
}

interface Lane<Item> {
  readonly caller: string;
  readonly items: Item[];
}

/**
 * A queue in which callers take turns, so that whoever sends many requests holds up their own. Within a caller's,
 * first come, first served.
 */
export class FairQueue<Item extends Queued> {
  /** The caller whose turn it is comes first. None is empty. */
  readonly #lanes: Lane<Item>[] = [];
  readonly #laneOf = new Map<string, Lane<Item>>();

  get isEmpty(): boolean {
    return this.#lanes.length === 0;
  }

  get first(): Item | undefined {
    return this.#lanes[0]?.items[0];
  }

  /** When the item that has waited longest began to. */
  get oldest(): number | undefined {
    let oldest: number | undefined;
    for (const { items } of this.#lanes) {
      const since = items[0]?.waitingSince;
      if (since !== undefined && !(oldest !== undefined && oldest <= since)) oldest = since;
    }
    return oldest;
  }

  /** The number of items of a caller. */
  countOf(caller: string | undefined): number {
    return this.#laneOf.get(caller ?? "")?.items.length ?? 0;
  }

  add(item: Item): void {
    const lane = this.#laneOf.get(item.caller ?? "");
    if (lane) lane.items.push(item);
    else this.#open(item, this.#lanes.length);
  }

  /** Puts back an item that was taken in vain, behind those that have waited longer. */
  putBack(item: Item): void {
    const lane = this.#laneOf.get(item.caller ?? "");
    if (lane) {
      lane.items.splice(placeFor(item, lane.items), 0, item);
      return;
    }
    const heads = this.#lanes.flatMap(({ items }) => items.slice(0, 1));
    this.#open(item, placeFor(item, heads));
  }

  /** Takes the first item; its caller's next one waits for all other callers. */
  take(): Item | undefined {
    const lane = this.#lanes.shift();
    const item = lane?.items.shift();
    if (lane && lane.items.length > 0) this.#lanes.push(lane);
    else if (lane) this.#laneOf.delete(lane.caller);
    return item;
  }

  /** Removes all items that match. */
  remove(isToGo: (item: Item) => boolean): Item[] {
    const removed: Item[] = [];
    for (const lane of this.#lanes.slice()) {
      if (!lane.items.some(isToGo)) continue;
      const items = lane.items.splice(0);
      removed.push(...items.filter(isToGo));
      lane.items.push(...items.filter((item) => !isToGo(item)));
      if (lane.items.length > 0) continue;
      this.#lanes.splice(this.#lanes.indexOf(lane), 1);
      this.#laneOf.delete(lane.caller);
    }
    return removed;
  }

  #open(item: Item, place: number): void {
    const lane = { caller: item.caller ?? "", items: [item] };
    this.#laneOf.set(lane.caller, lane);
    this.#lanes.splice(place, 0, lane);
  }
}

function placeFor(item: Queued, items: readonly Queued[]): number {
  const place = items.findIndex(({ waitingSince }) => waitingSince > item.waitingSince);
  return place < 0 ? items.length : place;
}

/** How many requests of one caller may wait for the database at a time. */
export const mostWaitingOfCaller = 500;
