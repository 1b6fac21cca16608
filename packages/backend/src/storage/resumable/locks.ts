import type { Lock, Locker, RequestRelease } from "@tus/server";
import { StorageError } from "../errors.ts";

/** In milliseconds: how long a request waits for the one before it. */
const longestWait = 30_000;

interface Holder {
  readonly requestRelease: RequestRelease;
  readonly released: PromiseWithResolvers<void>;
}

/**
 * Lets one request at a time work on an upload. The next one asks the current one to end: it may be of a
 * connection that is dead and does not know it. The library's own locker polls without a pause meanwhile.
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    return {
      lock: (stopped, requestRelease) => this.#acquire(id, stopped, requestRelease),
      unlock: async () => this.#release(id),
    };
  }

  /** Runs work that nothing else with the same id runs beside. */
  async alone(id: string, work: () => Promise<void>): Promise<void> {
    await this.#acquire(id, new AbortController().signal, () => {});
    try {
      await work();
    } finally {
      this.#release(id);
    }
  }

  async #acquire(id: string, stopped: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(longestWait)]);
    for (let current = this.#holders.get(id); current; current = this.#holders.get(id)) {
      await current.requestRelease();
      await Promise.race([current.released.promise, aborted(signal)]);
    }
    this.#holders.set(id, { requestRelease, released: Promise.withResolvers() });
  }

  #release(id: string): void {
    const holder = this.#holders.get(id);
    this.#holders.delete(id);
    holder?.released.resolve();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new StorageError(423, "ResourceLocked", "The resource is locked"));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  });
}
