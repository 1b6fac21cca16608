import type { Limits } from "../limits.ts";

/** Counts the received bytes of a socket's incomplete message. */
export interface UnfinishedMessage {
  /** When the first bytes arrived, by `performance.now()`. Undefined between messages. */
  readonly startedAt: number | undefined;
  /** Counts bytes that have arrived from the network. */
  addBytes(count: number): void;
  /** Subtracts a ping or pong, which may arrive between the fragments of a message. */
  subtractControlFrame(payloadBytes: number): void;
  /** Must be called when the message is complete. */
  complete(): void;
  /** Stops counting. */
  close(): void;
}

interface Entry {
  readonly network: string | undefined;
  readonly terminate: () => void;
  bytes: number;
  /** See {@link UnfinishedMessage.startedAt}. */
  startedAt: number | undefined;
}

/** The header of a client's ping or pong with its mask (RFC 6455, section 5.2). */
const controlFrameHeaderBytes = 6;

/**
 * Limits the memory that incomplete messages take in this process. Above a limit, the socket with the highest product
 * of bytes and waiting time is terminated, so that many small stalled messages do not cost another client a larger
 * message that is about to complete.
 *
 * The count restarts when a message completes, so up to one read of 64 KiB after it is not counted.
 */
export class UnfinishedMessages {
  readonly #limits: Limits;
  readonly #entries = new Set<Entry>();
  readonly #bytesByNetwork = new Map<string, number>();
  #totalBytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param network the network that the socket comes from, or undefined if it has no limit of its own
   * @param terminate closes the socket immediately
   */
  watch(network: string | undefined, terminate: () => void): UnfinishedMessage {
    const entry: Entry = { network, terminate, bytes: 0, startedAt: undefined };
    this.#entries.add(entry);
    return {
      get startedAt() {
        return entry.startedAt;
      },
      addBytes: (count) => {
        if (!this.#entries.has(entry)) return;
        entry.startedAt ??= performance.now();
        this.#count(entry, count);
        this.#enforceLimits(entry);
      },
      subtractControlFrame: (payloadBytes) => {
        this.#count(entry, -Math.min(entry.bytes, payloadBytes + controlFrameHeaderBytes));
        if (entry.bytes === 0) entry.startedAt = undefined;
      },
      complete: () => {
        this.#count(entry, -entry.bytes);
        entry.startedAt = undefined;
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
    const { unfinishedBytes, networkUnfinishedBytes } = this.#limits;
    const networkBytes = network === undefined ? 0 : (this.#bytesByNetwork.get(network) ?? 0);
    if (networkBytes > networkUnfinishedBytes) {
      this.#terminateLargest((entry) => entry.network === network);
    }
    if (this.#totalBytes > unfinishedBytes) this.#terminateLargest(() => true);
  }

  #terminateLargest(isCandidate: (entry: Entry) => boolean): void {
    const now = performance.now();
    let largest: Entry | undefined;
    let largestCost = 0;
    for (const entry of this.#entries) {
      if (!isCandidate(entry)) continue;
      const cost = entry.bytes * (now - (entry.startedAt ?? now) + 1);
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
