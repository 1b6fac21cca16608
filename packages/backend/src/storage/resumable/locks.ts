import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lock, Locker, RequestRelease } from "@tus/server";
import { sql } from "../../database/sql.ts";
import type { StorageContext } from "../context.ts";
import { StorageError } from "../errors.ts";
import { isAbandoned, type LockFile, requestLock, tryLock } from "../files/lock-file.ts";
import type { LockPurpose } from "../files/unfinished.ts";
import { decodeId } from "./upload-id.ts";

/** The maximum time that a request waits for the previous one. */
const maxWaitMs = 30_000;

/** The interval at which a request checks whether another process has released its lock. */
const pollIntervalMs = 100;

/** The advisory lock for removing an abandoned lock file. */
const removalLock = sql`7076023`;

interface Holder {
  readonly requestRelease: RequestRelease;
  readonly released: PromiseWithResolvers<void>;
  /**
   * The lock file that is shared with other processes. Undefined until it is locked, or if there is only one process.
   */
  file?: LockFile | undefined;
}

/**
 * Allows one request at a time for each upload, across all processes that share the directory. The next request tells
 * the current request to stop, because the current request's connection may be dead. The locker of the library polls
 * without a pause.
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>();
  readonly #context: Pick<StorageContext, "database" | "unfinished">;

  constructor(context: Pick<StorageContext, "database" | "unfinished">) {
    this.#context = context;
  }

  newLock(id: string): Lock {
    return {
      lock: (stopSignal, requestRelease) =>
        this.#acquire(id, "request", stopSignal, requestRelease),
      unlock: () => this.#release(id, "request"),
    };
  }

  /** Calls `finish` while holding the lock for finishing the upload. */
  async withFinishLock(id: string, finish: () => Promise<void>): Promise<void> {
    await this.#acquire(id, "finish", new AbortController().signal, () => {});
    try {
      await finish();
    } finally {
      await this.#release(id, "finish");
    }
  }

  async #acquire(
    id: string,
    purpose: LockPurpose,
    stopSignal: AbortSignal,
    requestRelease: RequestRelease,
  ): Promise<void> {
    const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(maxWaitMs)]);
    const key = keyOf(id, purpose);
    for (let holder = this.#holders.get(key); holder; holder = this.#holders.get(key)) {
      await holder.requestRelease();
      await Promise.race([holder.released.promise, aborted(signal)]);
    }
    const holder: Holder = { requestRelease, released: Promise.withResolvers() };
    this.#holders.set(key, holder);
    // An embedded database needs no lock file, because no other process shares it and its uploads.
    if (this.#context.database.engine === "pglite") return;
    const path = this.#context.unfinished.lockPath(decodeId(id).version, purpose);
    try {
      holder.file = await this.#lock(path, signal, requestRelease);
    } catch (error) {
      await this.#release(id, purpose);
      throw error;
    }
  }

  /** Waits for the lock file. */
  async #lock(path: string, signal: AbortSignal, requestRelease: RequestRelease) {
    const timeout = aborted(signal);
    timeout.catch(() => {});
    for (;;) {
      const file = await tryLock(path, () => void requestRelease());
      if (file) return file;
      if (await isAbandoned(path)) await this.#removeAbandoned(path);
      else {
        await requestLock(path);
        await Promise.race([sleep(pollIntervalMs), timeout]);
      }
    }
  }

  /**
   * Removes an abandoned lock file while holding an advisory lock. Otherwise two processes could find the same
   * abandoned file, and the second one could remove the new lock of the first.
   */
  async #removeAbandoned(path: string): Promise<void> {
    await this.#context.database.transaction(async (connection) => {
      await connection.query(sql`select pg_advisory_xact_lock(${removalLock}, hashtext(${path}))`);
      if (await isAbandoned(path)) await rm(path, { force: true });
    });
  }

  async #release(id: string, purpose: LockPurpose): Promise<void> {
    const key = keyOf(id, purpose);
    const holder = this.#holders.get(key);
    try {
      await holder?.file?.release();
    } finally {
      this.#holders.delete(key);
      holder?.released.resolve();
    }
  }
}

const keyOf = (id: string, purpose: LockPurpose) => `${purpose} ${id}`;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(new StorageError(423, "ResourceLocked", "The resource is locked"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
