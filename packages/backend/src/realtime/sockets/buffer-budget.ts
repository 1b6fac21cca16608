/** The bytes that are buffered for one socket, as part of a budget. */
export interface BufferShare {
  readonly bytes: number;
  /** When the first of the bytes arrived, by `performance.now()`. Undefined while the buffer is empty. */
  readonly nonEmptySince: number | undefined;
  /** Sets the number of bytes. If a limit is exceeded, a socket is terminated, which may be this one. */
  set(bytes: number): void;
  /** Stops counting. */
  close(): void;
}

interface Entry {
  readonly network: string | undefined;
  readonly terminate: () => void;
  bytes: number;
  /** See {@link BufferShare.nonEmptySince}. */
  nonEmptySince: number | undefined;
}

/** The limits for buffered bytes: for all sockets of a process, and for the sockets of one network. */
export interface BufferLimits {
  readonly totalBytes: number;
  readonly networkBytes: number;
}

/**
 * Limits the memory that the buffers of sockets take in this process. Above a limit, the socket with the highest
 * product of bytes and waiting time is terminated. If only the bytes counted, many small stalled buffers would survive
 * at the expense of a larger buffer that is about to empty.
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
   * @param network the network that the socket comes from, or undefined if the network limit does not apply to it
   * @param terminate closes the socket immediately
   */
  open(network: string | undefined, terminate: () => void): BufferShare {
    const entry: Entry = { network, terminate, bytes: 0, nonEmptySince: undefined };
    this.#entries.add(entry);
    return {
      get bytes() {
        return entry.bytes;
      },
      get nonEmptySince() {
        return entry.nonEmptySince;
      },
      set: (bytes) => {
        if (!this.#entries.has(entry)) return;
        const increase = bytes - entry.bytes;
        this.#count(entry, increase);
        entry.nonEmptySince = bytes === 0 ? undefined : (entry.nonEmptySince ?? performance.now());
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
      const cost = entry.bytes * (now - (entry.nonEmptySince ?? now) + 1);
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
