import type { Log } from "../../log/log.ts";
import type { Change } from "./change.ts";

/** How many changes are checked together. */
const mostTogether = 200;
/** In characters: more that wait are given up, and the subscribers hear that they missed some. */
const mostWaiting = 64 * 1024 * 1024;

/** Tells some of the subscribers of changes, a batch after the other, so that their order is kept. */
export class Lane {
  readonly #tell: (changes: readonly Change[]) => Promise<void>;
  readonly #gap: () => void;
  readonly #log: Log;
  #waiting: Change[] = [];
  #size = 0;
  #work: Promise<void> | undefined;

  /**
   * @param tell tells of a batch
   * @param gap has the subscribers know that they may have missed changes
   */
  constructor(tell: (changes: readonly Change[]) => Promise<void>, gap: () => void, log: Log) {
    this.#tell = tell;
    this.#gap = gap;
    this.#log = log;
  }

  add(change: Change): void {
    this.#waiting.push(change);
    this.#size += change.size;
    if (this.#size > mostWaiting) {
      this.#log.warn({}, "changes of tables come faster than they can be told");
      this.missed();
    }
    if (this.#waiting.length > 0) this.#work ??= this.#tellAll();
  }

  missed(): void {
    this.#waiting = [];
    this.#size = 0;
    this.#gap();
  }

  /** Settled when nothing waits. */
  async end(): Promise<void> {
    await this.#work;
  }

  async #tellAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.splice(0, mostTogether);
      this.#size -= changes.reduce((sum, { size }) => sum + size, 0);
      await this.#tell(changes).catch((err: unknown) => {
        this.#log.error({ err }, "changes of tables could not be told");
        this.missed();
      });
    }
    // At once: a change that came after the last look would wait for the next one otherwise.
    this.#work = undefined;
  }
}
