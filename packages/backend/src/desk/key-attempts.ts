import { networkOf } from "../http/caller/ip-address.ts";

/** The number of wrong keys that a network may send in a time window. */
const maxAttempts = 10;
const windowMs = 5 * 60 * 1_000;
/** Above this number, the oldest network is removed, so that callers cannot fill the memory. */
const maxNetworks = 10_000;

interface Attempts {
  readonly since: number;
  wrong: number;
}

/** Counts wrong keys per network. Callers without an address share one count. */
export class KeyAttempts {
  readonly #attempts = new Map<string, Attempts>();

  /** Returns how many seconds the network has to wait before the next attempt, or 0 if it does not have to wait. */
  waitSeconds(address: string | undefined, now = Date.now()): number {
    const attempts = this.#current(address, now);
    if (!attempts || attempts.wrong < maxAttempts) return 0;
    return Math.ceil((attempts.since + windowMs - now) / 1_000);
  }

  /** Counts a wrong key that a network has sent. */
  countWrongKey(address: string | undefined, now = Date.now()): void {
    const attempts = this.#current(address, now) ?? { since: now, wrong: 0 };
    attempts.wrong++;
    const network = nameOf(address);
    this.#attempts.set(network, attempts);
    if (this.#attempts.size <= maxNetworks) return;
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }

  #current(address: string | undefined, now: number): Attempts | undefined {
    const network = nameOf(address);
    const attempts = this.#attempts.get(network);
    if (attempts && now - attempts.since >= windowMs) {
      this.#attempts.delete(network);
      return undefined;
    }
    return attempts;
  }
}

const nameOf = (address: string | undefined) =>
  address === undefined ? "unknown" : networkOf(address);
