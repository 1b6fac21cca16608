/** An item that waits in a queue. */
export interface QueuedItem {
  /** Identifies the caller. Items without a caller share a turn. */
  readonly caller?: string | undefined;
  /** The time at which the item was queued, as returned by `performance.now()`. */
  readonly waitingSince: number;
}

interface CallerQueue<Item> {
  readonly caller: string;
  readonly items: Item[];
}

/**
 * A queue in which callers take turns, so that a caller with many requests only delays its own. The items of one caller
 * are served in order of arrival.
 */
export class FairQueue<Item extends QueuedItem> {
  /** One queue per caller, none of them empty. The next caller comes first. */
  readonly #queues: CallerQueue<Item>[] = [];
  readonly #queueOf = new Map<string, CallerQueue<Item>>();

  get isEmpty(): boolean {
    return this.#queues.length === 0;
  }

  get size(): number {
    return this.#queues.reduce((count, { items }) => count + items.length, 0);
  }

  get first(): Item | undefined {
    return this.#queues[0]?.items[0];
  }

  /** Returns when the longest wait began. */
  get longestWaitingSince(): number | undefined {
    let earliest: number | undefined;
    for (const { items } of this.#queues) {
      const waitingSince = items[0]?.waitingSince;
      if (waitingSince !== undefined && !(earliest !== undefined && earliest <= waitingSince))
        earliest = waitingSince;
    }
    return earliest;
  }

  /** Returns the number of a caller's items. */
  countOf(caller: string | undefined): number {
    return this.#queueOf.get(caller ?? "")?.items.length ?? 0;
  }

  add(item: Item): void {
    const queue = this.#queueOf.get(item.caller ?? "");
    if (queue) queue.items.push(item);
    else this.#addQueue(item, this.#queues.length);
  }

  /** Puts back an item that could not be used. It goes behind the items that have waited longer. */
  putBack(item: Item): void {
    const queue = this.#queueOf.get(item.caller ?? "");
    if (queue) {
      queue.items.splice(insertionIndex(item, queue.items), 0, item);
      return;
    }
    const firstItems = this.#queues.flatMap(({ items }) => items.slice(0, 1));
    this.#addQueue(item, insertionIndex(item, firstItems));
  }

  /**
   * Removes and returns the first matching item. Only looks at the item that is next in each caller's queue. The
   * caller's following item waits until all other callers have had their turn.
   */
  take(matches: (item: Item) => boolean = () => true): Item | undefined {
    const index = this.#queues.findIndex(({ items: [item] }) => item && matches(item));
    if (index < 0) return undefined;
    const [queue] = this.#queues.splice(index, 1);
    const item = queue?.items.shift();
    if (queue && queue.items.length > 0) this.#queues.push(queue);
    else if (queue) this.#queueOf.delete(queue.caller);
    return item;
  }

  /** Removes all items that match. */
  remove(matches: (item: Item) => boolean): Item[] {
    const removed: Item[] = [];
    for (const queue of this.#queues.slice()) {
      if (!queue.items.some(matches)) continue;
      const items = queue.items.splice(0);
      removed.push(...items.filter(matches));
      queue.items.push(...items.filter((item) => !matches(item)));
      if (queue.items.length > 0) continue;
      this.#queues.splice(this.#queues.indexOf(queue), 1);
      this.#queueOf.delete(queue.caller);
    }
    return removed;
  }

  #addQueue(item: Item, index: number): void {
    const queue = { caller: item.caller ?? "", items: [item] };
    this.#queueOf.set(queue.caller, queue);
    this.#queues.splice(index, 0, queue);
  }
}

function insertionIndex(item: QueuedItem, items: readonly QueuedItem[]): number {
  const index = items.findIndex(({ waitingSince }) => waitingSince > item.waitingSince);
  return index < 0 ? items.length : index;
}

/** How many of a caller's requests may wait for the database at the same time. */
export const defaultMaxWaitingPerCaller = 500;
