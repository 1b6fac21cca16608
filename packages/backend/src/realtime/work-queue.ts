import { RoundRobinQueue } from "./round-robin-queue.ts";

/** Added to the size of each item, so that the queue also limits tiny items. A queue of millions of them is slow. */
const itemOverhead = 512;

export interface WorkQueueOptions<Item, Group = unknown> {
  /** Returns an item's size, in the unit of `maxSize`. */
  sizeOf(item: Item): number;
  /** The queue's capacity, for example in characters or bytes. The size of each item is increased by 512. */
  readonly maxSize: number;
  /** Returns an item's group. Order is kept within a group, and groups take turns. Default: a single group. */
  groupOf?(item: Item): Group;
  /** Removes the next batch from the waiting items. */
  takeBatch(waiting: RoundRobinQueue<Item, Group>): readonly Item[];
  process(items: readonly Item[]): Promise<void>;
  /** Called when items have been dropped. */
  onLoss(loss: Loss<Group>): void;
}

/** Describes which items were dropped, and why. */
export interface Loss<Group = unknown> {
  /** The error if processing has failed. All waiting items are then dropped. Undefined if the queue was full. */
  readonly error?: unknown;
  /** The largest group, which is dropped when the queue is full. */
  readonly group?: Group | undefined;
}

/** A bounded queue that processes its items in order, one batch at a time. */
export class WorkQueue<Item, Group = unknown> {
  readonly #options: WorkQueueOptions<Item, Group>;
  readonly #waitingItems = new RoundRobinQueue<Item, Group>();
  #running: Promise<void> | undefined;

  constructor(options: WorkQueueOptions<Item, Group>) {
    this.#options = options;
  }

  add(item: Item): void {
    const { sizeOf, groupOf, maxSize, onLoss } = this.#options;
    this.#waitingItems.add(groupOf?.(item), item, sizeOf(item) + itemOverhead);
    if (this.#waitingItems.size > maxSize) onLoss({ group: this.#waitingItems.dropLargest() });
    this.#running ??= this.#run();
  }

  /** Drops all waiting items without calling `onLoss`. */
  clear(): void {
    this.#waitingItems.clear();
  }

  /** Resolves when no item is waiting or being processed. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { takeBatch, process, onLoss } = this.#options;
    // Wait one microtask, so that items added synchronously end up in the same batch.
    await undefined;
    while (this.#waitingItems.count > 0) {
      try {
        await process(takeBatch(this.#waitingItems));
      } catch (error) {
        this.clear();
        onLoss({ error });
      }
    }
    // Reset synchronously after the last check; otherwise an item added in between would stay until the next `add`.
    this.#running = undefined;
  }
}

/** Takes a single item. Groups take turns. */
export const takeOne = <Item, Group>(waiting: RoundRobinQueue<Item, Group>): readonly Item[] =>
  waiting.takeNext(1);

/** Takes all waiting items. */
export const takeAll = <Item, Group>(waiting: RoundRobinQueue<Item, Group>): readonly Item[] =>
  waiting.takeAll();
