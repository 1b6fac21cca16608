/** The weight of an item beside its text: each is an object, and a queue of millions is slow to take from. */
const overhead = 512;

export interface QueueOptions<Item> {
  /** In characters. */
  sizeOf(item: Item): number;
  /** In characters: how much may wait. Each item counts for 512 more than its size. */
  readonly limit: number;
  /** Takes the first items, which go together, out of those that wait. */
  take(waiting: Item[]): readonly Item[];
  work(items: readonly Item[]): Promise<void>;
  /**
   * Called when all that waited has been given up.
   *
   * @param error the reason why the work failed; none when more waited than may
   */
  onLoss(error?: unknown): void;
}

/** Items that are worked on in their order, and wait meanwhile. */
export class Queue<Item> {
  readonly #options: QueueOptions<Item>;
  #waiting: Item[] = [];
  #size = 0;
  #running: Promise<void> | undefined;

  constructor(options: QueueOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    const { sizeOf, limit, onLoss } = this.#options;
    this.#waiting.push(item);
    this.#size += sizeOf(item) + overhead;
    if (this.#size > limit) {
      this.clear();
      onLoss();
    }
    this.#running ??= this.#run();
  }

  /** Gives up what waits. */
  clear(): void {
    this.#waiting = [];
    this.#size = 0;
  }

  /** Settled when nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { sizeOf, take, work, onLoss } = this.#options;
    // Items that are added in one go are there before the first are taken.
    await undefined;
    while (this.#waiting.length > 0) {
      const items = take(this.#waiting);
      for (const item of items) this.#size -= sizeOf(item) + overhead;
      try {
        await work(items);
      } catch (error) {
        this.clear();
        onLoss(error);
      }
    }
    // At once: an item that came after the last look would wait for the next one otherwise.
    this.#running = undefined;
  }
}

/** Takes one item after the other. */
export const one = <Item>(waiting: Item[]): readonly Item[] => waiting.splice(0, 1);

/** Takes all items that wait. */
export const all = <Item>(waiting: Item[]): readonly Item[] => waiting.splice(0);
