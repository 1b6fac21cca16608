import type { Limits } from "../limits.ts";

/** What has arrived of a socket's message that is not whole yet. */
export interface UnfinishedMessage {
  /** In milliseconds of `performance.now()`: when its first bytes came; undefined between messages. */
  readonly since: number | undefined;
  /** Counts bytes as they come from the network. */
  arrived(bytes: number): void;
  /** Takes back a ping or a pong, which may come amid a message. */
  controlled(payloadBytes: number): void;
  /** Called when a message is whole. */
  finished(): void;
  /** Ends the counting. */
  close(): void;
}

interface Entry {
  readonly network: string | undefined;
  readonly end: () => void;
  bytes: number;
  /** As {@link UnfinishedMessage.since}. */
  since: number | undefined;
}

/** The head of a client's ping or pong, with its mask (RFC 6455, section 5.2). */
const controlHead = 6;

/**
 * Counts what the sockets of this process hold of unfinished messages. Above the limits the socket is ended that
 * holds most, counted in bytes times the time since its message began: many small parts that wait together must not
 * cost others their larger message, which takes a moment to arrive. A message's end sets the count to zero, so that up to one read of 64 KiB after it goes uncounted.
 */
export class UnfinishedMessages {
  readonly #limits: Limits;
  readonly #entries = new Set<Entry>();
  readonly #byNetwork = new Map<string, number>();
  #sum = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param network the network that the socket comes from; undefined when its share is not limited
   * @param end ends the socket at once
   */
  watch(network: string | undefined, end: () => void): UnfinishedMessage {
    const entry: Entry = { network, end, bytes: 0, since: undefined };
    this.#entries.add(entry);
    return {
      get since() {
        return entry.since;
      },
      arrived: (bytes) => {
        if (!this.#entries.has(entry)) return;
        entry.since ??= performance.now();
        this.#count(entry, bytes);
        this.#enforce(entry);
      },
      controlled: (payloadBytes) => {
        this.#count(entry, -Math.min(entry.bytes, payloadBytes + controlHead));
        if (entry.bytes === 0) entry.since = undefined;
      },
      finished: () => {
        this.#count(entry, -entry.bytes);
        entry.since = undefined;
      },
      close: () => this.#forget(entry),
    };
  }

  #count(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.#sum += bytes;
    if (entry.network === undefined) return;
    const sum = (this.#byNetwork.get(entry.network) ?? 0) + bytes;
    if (sum > 0) this.#byNetwork.set(entry.network, sum);
    else this.#byNetwork.delete(entry.network);
  }

  #enforce({ network }: Entry): void {
    const { unfinished, networkUnfinished } = this.#limits;
    const ofNetwork = network === undefined ? 0 : (this.#byNetwork.get(network) ?? 0);
    if (ofNetwork > networkUnfinished) this.#endLargest((entry) => entry.network === network);
    if (this.#sum > unfinished) this.#endLargest(() => true);
  }

  #endLargest(isMeant: (entry: Entry) => boolean): void {
    const now = performance.now();
    let largest: Entry | undefined;
    let most = 0;
    for (const entry of this.#entries) {
      if (!isMeant(entry)) continue;
      const held = entry.bytes * (now - (entry.since ?? now) + 1);
      if (held > most) [largest, most] = [entry, held];
    }
    if (!largest) return;
    this.#forget(largest);
    largest.end();
  }

  #forget(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(entry, -entry.bytes);
  }
}
