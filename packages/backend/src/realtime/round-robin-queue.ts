interface Entry<Item> {
  readonly item: Item;
  readonly size: number;
  /** A sequence number across all groups. */
  readonly arrival: number;
}

/** The items of one group. Entries before `head` have been taken already. */
interface ItemGroup<Item> {
  entries: Entry<Item>[];
  head: number;
  size: number;
}

/** Taken entries are removed from the array in bulk, because each removal shifts all following entries. */
const compactThreshold = 1_000;

/** Waiting items by group. Groups take turns, and each group keeps the order of its items. */
export class RoundRobinQueue<Item, Group = unknown> {
  /** The groups in the order of their turns: the next group comes first. */
  readonly #groups = new Map<Group | undefined, ItemGroup<Item>>();
  #arrivals = 0;
  #size = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#size;
  }

  add(key: Group | undefined, item: Item, size: number): void {
    const group = this.#groups.get(key) ?? { entries: [], head: 0, size: 0 };
    group.entries.push({ item, size, arrival: this.#arrivals++ });
    group.size += size;
    this.#size += size;
    this.#count += 1;
    this.#groups.set(key, group);
  }

  clear(): void {
    this.#groups.clear();
    this.#size = 0;
    this.#count = 0;
  }

  /** Drops the largest group and returns its key. */
  dropLargest(): Group | undefined {
    let largest: Group | undefined;
    let size = -1;
    for (const [key, group] of this.#groups) {
      if (group.size > size) [largest, size] = [key, group.size];
    }
    const group = this.#groups.get(largest);
    if (group) this.#take(largest, group, group.entries.length);
    return largest;
  }

  /** Takes all items in their order of arrival. */
  takeAll(): readonly Item[] {
    const entries = [...this.#groups.values()].flatMap(({ entries, head }) => entries.slice(head));
    if (this.#groups.size > 1) entries.sort((a, b) => a.arrival - b.arrival);
    this.clear();
    return entries.map(({ item }) => item);
  }

  /**
   * Takes up to `maxCount` items of the next group.
   *
   * @param fits returns whether an item can be added to the batch, given the first item and the batch's size with the
   * new item
   */
  takeNext(
    maxCount: number,
    fits: (item: Item, first: Item, size: number) => boolean = () => true,
  ): readonly Item[] {
    for (const [key, group] of this.#groups) {
      const first = group.entries[group.head];
      let [count, size] = [0, 0];
      while (count < maxCount) {
        const entry = group.entries[group.head + count];
        if (!entry || !first) break;
        size += entry.size;
        if (count > 0 && !fits(entry.item, first.item, size)) break;
        count += 1;
      }
      return this.#take(key, group, count);
    }
    return [];
  }

  /**
   * Takes up to `maxCount` items of several groups. If more are waiting, small groups come first and fill up to half
   * of the batch, so that a group with thousands of items does not delay them.
   */
  takeFairShare(maxCount: number): readonly Item[] {
    if (this.#count <= maxCount) return this.takeAll();
    const batch: Item[] = [];
    for (const [key, group] of [...this.#groups]) {
      const count = group.entries.length - group.head;
      const isSmall = count <= maxCount / 10 && batch.length + count <= maxCount / 2;
      if (isSmall) batch.push(...this.#take(key, group, count));
    }
    while (batch.length < maxCount) batch.push(...this.takeNext(maxCount - batch.length));
    return batch;
  }

  /** Takes the first items of a group and moves the group to the end of the turn order. */
  #take(key: Group | undefined, group: ItemGroup<Item>, count: number): Item[] {
    const entries = group.entries.slice(group.head, group.head + count);
    group.head += entries.length;
    for (const { size } of entries) {
      group.size -= size;
      this.#size -= size;
    }
    this.#count -= entries.length;
    this.#groups.delete(key);
    if (group.head < group.entries.length) this.#groups.set(key, group);
    if (group.head >= compactThreshold) {
      group.entries = group.entries.slice(group.head);
      group.head = 0;
    }
    return entries.map(({ item }) => item);
  }
}
