import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lock, Locker, RequestRelease } from "@tus/server";
import { sql } from "../../database/sql.ts";
import type { StorageContext } from "../context.ts";
import { StorageError } from "../errors.ts";
import { isAbandoned, type LockFile, requestLock, tryLock } from "../files/lock-file.ts";
import type { Work } from "../files/unfinished.ts";
import { decodeId } from "./upload-id.ts";

/** How long a request waits for the previous one. */
const maxWaitMs = 30_000;

/** How often a request checks whether another process has released its lock. */
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
 * Allows one request at a time per upload, across all processes that share the directory. The next request
 * asks the current one to stop, because its connection may be dead. The library's own locker polls without a
 * pause.
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>();
  readonly #context: Pick<StorageContext, "database" | "unfinished">;

  constructor(context: Pick<StorageContext, "database" | "unfinished">) {
    this.#context = context;
  }

  newLock(id: string): Lock {
    return {
      lock: (stopped, requestRelease) => this.#acquire(id, "request", stopped, requestRelease),
      unlock: () => this.#release(id, "request"),
    };
  }

  /** Finishes an upload while holding the lock for finishing it. */
  async alone(id: string, finish: () => Promise<void>): Promise<void> {
    await this.#acquire(id, "finish", new AbortController().signal, () => {});
    try {
      await finish();
    } finally {
      await this.#release(id, "finish");
    }
  }

  async #acquire(
    id: string,
    work: Work,
    stopped: AbortSignal,
    requestRelease: RequestRelease,
  ): Promise<void> {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(maxWaitMs)]);
    const key = keyOf(id, work);
    for (let current = this.#holders.get(key); current; current = this.#holders.get(key)) {
      await current.requestRelease();
      await Promise.race([current.released.promise, aborted(signal)]);
    }
    const holder: Holder = { requestRelease, released: Promise.withResolvers() };
    this.#holders.set(key, holder);
    // No other process shares an embedded database and its uploads.
    if (this.#context.database.engine === "pglite") return;
    const path = this.#context.unfinished.lockPath(decodeId(id).version, work);
    try {
      holder.file = await this.#lock(path, signal, requestRelease);
    } catch (error) {
      await this.#release(id, work);
      throw error;
    }
  }

  /** Waits for the lock file. */
  async #lock(path: string, signal: AbortSignal, requestRelease: RequestRelease) {
    const over = aborted(signal);
    over.catch(() => {});
    for (;;) {
      const file = await tryLock(path, () => void requestRelease());
      if (file) return file;
      if (await isAbandoned(path)) await this.#removeAbandoned(path);
      else {
        await requestLock(path);
        await Promise.race([sleep(pollIntervalMs), over]);
      }
    }
  }

  /**
   * Removes an abandoned lock file under an advisory lock: otherwise a second process could remove the first
   * one's new lock.
   */
  async #removeAbandoned(path: string): Promise<void> {
    await this.#context.database.transaction(async (connection) => {
      await connection.query(sql`select pg_advisory_xact_lock(${removalLock}, hashtext(${path}))`);
      if (await isAbandoned(path)) await rm(path, { force: true });
    });
  }

  async #release(id: string, work: Work): Promise<void> {
    const key = keyOf(id, work);
    const holder = this.#holders.get(key);
    try {
      await holder?.file?.release();
    } finally {
      this.#holders.delete(key);
      holder?.released.resolve();
    }
  }
}

const keyOf = (id: string, work: Work) => `${work} ${id}`;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new StorageError(423, "ResourceLocked", "The resource is locked"));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  });
}
