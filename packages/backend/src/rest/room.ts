import { NoRoom } from "../database/port.ts";

/** What takes room, as long as it has not left. */
export interface Guest {
  /** In bytes, what it has taken. */
  size: number;
  /** Whether it has had its time. It is cut off then, if others need the room. */
  isOverdue(now: number): boolean;
  cutOff(): void;
}

interface Waiting {
  readonly guest: Guest;
  readonly size: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** For how long, and beside how many others, something waits for room. */
export interface Patience {
  /** In milliseconds. */
  readonly longest: number;
  readonly mostWaiting: number;
}

/**
 * So many bytes of memory for what cannot be known to be small, shared by all requests. Who has been in
 * it for longest takes what it needs, so that of several that grow one comes to its end: how large one
 * may become is decided elsewhere.
 */
export class Room {
  readonly #most: number;
  readonly #guests = new Set<Guest>();
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  /** @param most in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether there is room for one more of the size. */
  has(size: number): boolean {
    return this.#taken === 0 || this.#taken + size <= this.#most;
  }

  #isFor({ guest, size }: Pick<Waiting, "guest" | "size">): boolean {
    const [eldest] = this.#guests;
    return guest === eldest || this.has(size);
  }

  /** Takes so much more for a guest, if there is room. */
  take(guest: Guest, size: number): boolean {
    if (!this.#isFor({ guest, size })) this.#cutOffOverdue();
    if (!this.#isFor({ guest, size })) return false;
    this.#hold(guest, size);
    return true;
  }

  /**
   * Waits for what could not be taken.
   *
   * @throws {NoRoom}
   */
  async waitFor(guest: Guest, size: number, patience: Patience): Promise<void> {
    if (this.#waiting.size >= patience.mostWaiting) throw new NoRoom();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new NoRoom());
    const one = { guest, size, enter: () => resolve(this.#hold(guest, size)), refuse };
    this.#waiting.add(one);
    const impatience = setTimeout(refuse, patience.longest);
    try {
      await promise;
    } finally {
      clearTimeout(impatience);
      this.#waiting.delete(one);
    }
  }

  /** Makes room. What still waits for this guest is in vain. */
  leave(guest: Guest): void {
    for (const one of this.#waiting) {
      if (one.guest !== guest) continue;
      this.#waiting.delete(one);
      one.refuse();
    }
    if (!this.#guests.delete(guest)) return;
    this.#taken -= guest.size;
    guest.size = 0;
    for (const one of this.#waiting) {
      if (!this.#isFor(one)) continue;
      this.#waiting.delete(one);
      one.enter();
    }
  }

  #hold(guest: Guest, size: number): void {
    this.#taken += size;
    guest.size += size;
    this.#guests.add(guest);
  }

  #cutOffOverdue(): void {
    const now = performance.now();
    for (const guest of this.#guests) if (guest.isOverdue(now)) guest.cutOff();
  }
}
