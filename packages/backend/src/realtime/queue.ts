import { Waiting } from "./waiting.ts";

/** The weight of an item beside its text: each is an object, and a queue of millions is slow to take from. */
const overhead = 512;

export interface QueueOptions<Item> {
  /** In characters. */
  sizeOf(item: Item): number;
  /** In characters: how much may wait. Each item counts for 512 more than its size. */
  readonly limit: number;
  /** The group of an item: order is kept within a group, and groups take turns. By default all are of one. */
  groupOf?(item: Item): unknown;
  /** Takes the items, which go together, out of those that wait. */
  take(waiting: Waiting<Item>): readonly Item[];
  work(items: readonly Item[]): Promise<void>;
  /** Called when items have been given up. */
  onLoss(loss: Loss): void;
}

/** The items that were given up. */
export interface Loss {
  /** The reason why the work failed: all that waited is lost. None when more waited than may. */
  readonly error?: unknown;
  /** The group that had most and is lost, when more waited than may. */
  readonly group?: unknown;
}

/** Items that are worked on in their order, and wait meanwhile. */
export class Queue<Item> {
  readonly #options: QueueOptions<Item>;
  readonly #waiting = new Waiting<Item>();
  #running: Promise<void> | undefined;

  constructor(options: QueueOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    const { sizeOf, groupOf, limit, onLoss } = this.#options;
    this.#waiting.add(groupOf?.(item), item, sizeOf(item) + overhead);
    if (this.#waiting.size > limit) onLoss({ group: this.#waiting.dropLargest() });
    this.#running ??= this.#run();
  }

  /** Gives up what waits. */
  clear(): void {
    this.#waiting.clear();
  }

  /** Settled when nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { take, work, onLoss } = this.#options;
    // Items that are added in one go are there before the first are taken.
    await undefined;
    while (this.#waiting.count > 0) {
      try {
        await work(take(this.#waiting));
      } catch (error) {
        this.clear();
        onLoss({ error });
      }
    }
    // At once: an item that came after the last look would wait for the next one otherwise.
    this.#running = undefined;
  }
}

/** Takes one item, of each group in turn. */
export const one = <Item>(waiting: Waiting<Item>): readonly Item[] => waiting.next(1);

/** Takes all items that wait. */
export const all = <Item>(waiting: Waiting<Item>): readonly Item[] => waiting.all();
