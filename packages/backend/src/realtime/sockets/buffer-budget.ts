/** The bytes that are buffered for one socket, as part of a budget. */
export interface BufferShare {
  readonly bytes: number;
  /** When the buffer was last empty, by `performance.now()`. Undefined while it is empty. */
  readonly since: number | undefined;
  /** Sets the bytes. If a budget is exceeded, a socket is terminated, which may be this one. */
  set(bytes: number): void;
  /** Stops counting. */
  close(): void;
}

interface Entry {
  readonly network: string | undefined;
  readonly terminate: () => void;
  bytes: number;
  /** See {@link BufferShare.since}. */
  since: number | undefined;
}

/** What the sockets of a process, and those of one network, may buffer together. */
export interface BufferLimits {
  readonly totalBytes: number;
  readonly networkBytes: number;
}

/**
 * Limits the memory that buffers of sockets take in this process. Above a limit, the socket with the highest product of
 * bytes and waiting time is terminated, so that many small stalled buffers do not cost another client a larger one that
 * is about to empty.
 */
export class BufferBudget {
  readonly #limits: BufferLimits;
  readonly #entries = new Set<Entry>();
  readonly #bytesByNetwork = new Map<string, number>();
  #totalBytes = 0;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  /**
   * @param network the network that the socket comes from, or undefined if it has no limit of its own
   * @param terminate closes the socket immediately
   */
  open(network: string | undefined, terminate: () => void): BufferShare {
    const entry: Entry = { network, terminate, bytes: 0, since: undefined };
    this.#entries.add(entry);
    return {
      get bytes() {
        return entry.bytes;
      },
      get since() {
        return entry.since;
      },
      set: (bytes) => {
        if (!this.#entries.has(entry)) return;
        const increase = bytes - entry.bytes;
        this.#count(entry, increase);
        entry.since = bytes === 0 ? undefined : (entry.since ?? performance.now());
        if (increase > 0) this.#enforceLimits(entry);
      },
      close: () => this.#remove(entry),
    };
  }

  #count(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.#totalBytes += bytes;
    if (entry.network === undefined) return;
    const networkBytes = (this.#bytesByNetwork.get(entry.network) ?? 0) + bytes;
    if (networkBytes > 0) this.#bytesByNetwork.set(entry.network, networkBytes);
    else this.#bytesByNetwork.delete(entry.network);
  }

  #enforceLimits({ network }: Entry): void {
    const networkBytes = network === undefined ? 0 : (this.#bytesByNetwork.get(network) ?? 0);
    if (networkBytes > this.#limits.networkBytes) {
      this.#terminateLargest((entry) => entry.network === network);
    }
    if (this.#totalBytes > this.#limits.totalBytes) this.#terminateLargest(() => true);
  }

  #terminateLargest(isCandidate: (entry: Entry) => boolean): void {
    const now = performance.now();
    let largest: Entry | undefined;
    let largestCost = 0;
    for (const entry of this.#entries) {
      if (!isCandidate(entry)) continue;
      const cost = entry.bytes * (now - (entry.since ?? now) + 1);
      if (cost > largestCost) [largest, largestCost] = [entry, cost];
    }
    if (!largest) return;
    this.#remove(largest);
    largest.terminate();
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(entry, -entry.bytes);
  }
}
