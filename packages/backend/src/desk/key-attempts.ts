import { networkOf } from "../http/caller/ip-address.ts";

/** The number of wrong keys that a network may send in a time window. */
const maxTries = 10;
const windowMs = 5 * 60 * 1_000;
/** Above this number, the oldest network is removed, so that callers cannot fill the memory. */
const maxNetworks = 10_000;

interface Tries {
  readonly since: number;
  wrong: number;
}

/** Counts wrong keys per network. Callers without an address share one count. */
export class KeyTries {
  readonly #tries = new Map<string, Tries>();

  /** Returns how many seconds the network has to wait. 0 if it may try now. */
  waitSeconds(address: string | undefined, now = Date.now()): number {
    const tries = this.#current(address, now);
    if (!tries || tries.wrong < maxTries) return 0;
    return Math.ceil((tries.since + windowMs - now) / 1_000);
  }

  /** Counts a wrong key. */
  refuse(address: string | undefined, now = Date.now()): void {
    const tries = this.#current(address, now) ?? { since: now, wrong: 0 };
    tries.wrong++;
    const network = nameOf(address);
    this.#tries.set(network, tries);
    if (this.#tries.size <= maxNetworks) return;
    const [oldest] = this.#tries.keys();
    if (oldest !== undefined) this.#tries.delete(oldest);
  }

  #current(address: string | undefined, now: number): Tries | undefined {
    const network = nameOf(address);
    const tries = this.#tries.get(network);
    if (tries && now - tries.since >= windowMs) {
      this.#tries.delete(network);
      return undefined;
    }
    return tries;
  }
}

const nameOf = (address: string | undefined) =>
  address === undefined ? "unknown" : networkOf(address);
