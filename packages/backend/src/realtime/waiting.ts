interface Entry<Item> {
  readonly item: Item;
  readonly size: number;
  /** Counts up over all groups. */
  readonly arrival: number;
}

/** The items of one group. Those before `head` have been taken. */
interface Group<Item> {
  entries: Entry<Item>[];
  head: number;
  size: number;
}

/** How many taken entries a group keeps before it drops them: to drop each by itself would move all others. */
const compactAfter = 1_000;

/** Items that wait, by group. Groups take turns, and the items of one keep their order. */
export class Waiting<Item> {
  /** The group whose turn it is comes first. */
  readonly #groups = new Map<unknown, Group<Item>>();
  #arrivals = 0;
  #size = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#size;
  }

  add(key: unknown, item: Item, size: number): void {
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

  /** Drops the largest group, and returns its key. */
  dropLargest(): unknown {
    let largest: unknown;
    let size = -1;
    for (const [key, group] of this.#groups) {
      if (group.size > size) [largest, size] = [key, group.size];
    }
    const group = this.#groups.get(largest);
    if (group) this.#take(largest, group, group.entries.length);
    return largest;
  }

  /** Takes all items, in the order in which they came. */
  all(): readonly Item[] {
    const entries = [...this.#groups.values()].flatMap(({ entries, head }) => entries.slice(head));
    if (this.#groups.size > 1) entries.sort((one, other) => one.arrival - other.arrival);
    this.clear();
    return entries.map(({ item }) => item);
  }

  /**
   * Takes the first items of the group whose turn it is.
   *
   * @param fits tells if another item goes together with the first, given the size of all
   */
  next(
    most: number,
    fits: (item: Item, first: Item, size: number) => boolean = () => true,
  ): readonly Item[] {
    for (const [key, group] of this.#groups) {
      const first = group.entries[group.head];
      let [count, size] = [0, 0];
      while (count < most) {
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
   * Takes items that are worked on together. When more wait than that, groups with few go first, up to half of
   * it, so that a group with thousands keeps none of them waiting.
   */
  share(most: number): readonly Item[] {
    if (this.#count <= most) return this.all();
    const taken: Item[] = [];
    for (const [key, group] of [...this.#groups]) {
      const count = group.entries.length - group.head;
      const isSmall = count <= most / 10 && taken.length + count <= most / 2;
      if (isSmall) taken.push(...this.#take(key, group, count));
    }
    while (taken.length < most) taken.push(...this.next(most - taken.length));
    return taken;
  }

  /** Takes the first items of a group, whose next turn comes after that of all others. */
  #take(key: unknown, group: Group<Item>, count: number): Item[] {
    const entries = group.entries.slice(group.head, group.head + count);
    group.head += entries.length;
    for (const { size } of entries) {
      group.size -= size;
      this.#size -= size;
    }
    this.#count -= entries.length;
    this.#groups.delete(key);
    if (group.head < group.entries.length) this.#groups.set(key, group);
    if (group.head >= compactAfter) {
      group.entries = group.entries.slice(group.head);
      group.head = 0;
    }
    return entries.map(({ item }) => item);
  }
}
