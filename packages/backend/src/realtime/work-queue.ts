import { GroupedItems } from "./grouped-items.ts";

/** Added to the size of each item's text, because a queue of millions of tiny objects is slow. */
const itemOverheadChars = 512;

export interface WorkQueueOptions<Item> {
  sizeInChars(item: Item): number;
  /** The queue's capacity. Each item counts as its size plus 512. */
  readonly limitChars: number;
  /** Returns an item's group. Order is kept within a group, and groups take turns. Default: a single group. */
  groupOf?(item: Item): unknown;
  /** Removes the next batch from the waiting items. */
  takeBatch(waiting: GroupedItems<Item>): readonly Item[];
  process(items: readonly Item[]): Promise<void>;
  /** Called when items have been dropped. */
  onLoss(loss: Loss): void;
}

/** Describes which items were dropped, and why. */
export interface Loss {
  /** Set if processing failed, in which case every waiting item is dropped. Not set if the queue was full. */
  readonly error?: unknown;
  /** The largest group, which is dropped when the queue is full. */
  readonly group?: unknown;
}

/** A bounded queue that processes its items in order, one batch at a time. */
export class WorkQueue<Item> {
  readonly #options: WorkQueueOptions<Item>;
  readonly #waiting = new GroupedItems<Item>();
  #running: Promise<void> | undefined;

  constructor(options: WorkQueueOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    const { sizeInChars, groupOf, limitChars, onLoss } = this.#options;
    this.#waiting.add(groupOf?.(item), item, sizeInChars(item) + itemOverheadChars);
    if (this.#waiting.size > limitChars) onLoss({ group: this.#waiting.dropLargest() });
    this.#running ??= this.#run();
  }

  /** Drops all waiting items without calling `onLoss`. */
  clear(): void {
    this.#waiting.clear();
  }

  /** Resolves when no item is waiting or being processed. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { takeBatch, process, onLoss } = this.#options;
    // Wait one microtask so that items added synchronously end up in the same batch.
    await undefined;
    while (this.#waiting.count > 0) {
      try {
        await process(takeBatch(this.#waiting));
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
export const takeOne = <Item>(waiting: GroupedItems<Item>): readonly Item[] => waiting.takeNext(1);

/** Takes all waiting items. */
export const takeAll = <Item>(waiting: GroupedItems<Item>): readonly Item[] => waiting.takeAll();
