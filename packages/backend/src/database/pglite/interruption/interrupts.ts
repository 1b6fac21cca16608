/**
 * Lets one thread stop a statement that runs in another. A statement of the embedded database is compiled code, which
 * does not receive messages while it runs. But PostgreSQL checks a flag in its memory at every step
 * (`CHECK_FOR_INTERRUPTS`, postgres/src/include/miscadmin.h). On a server, a signal handler sets that flag; here, the
 * other thread sets it in shared memory.
 */

/** The addresses of the flags that PostgreSQL's signal handlers set. */
export interface Flags {
  readonly memory: SharedArrayBuffer;
  /** The addresses of two flags in that memory, and of the pointer to the latch that the process sleeps on. */
  readonly interruptPending: number;
  readonly queryCancelPending: number;
  readonly myLatch: number;
}

// The indexes of the words that both threads share.
/** The request that may be interrupted. 0 if there is none, negative while the request is being interrupted. */
const runningIndex = 0;
/** The last request that was started. */
const startedIndex = 1;
/** Requests up to this one have been recalled, and must not start any more. */
const recalledIndex = 2;
/** The deadline of the request; 0 if it has none. */
const deadlineIndex = 3;

export function createInterruptBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);
}

/** Returns a monotonic time that is equal in all threads. It wraps around every 49 days. */
function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return (seconds * 1000 + Math.trunc(nanoseconds / 1_000_000)) | 0;
}

/** Used by the thread that runs statements. */
export class Interruptible {
  readonly #words: Int32Array;
  #flags: { readonly words: Int32Array; readonly queryCancelPending: number } | undefined;
  #request = 0;

  constructor(words: SharedArrayBuffer) {
    this.#words = new Int32Array(words);
  }

  /** Makes requests interruptible from now on. */
  expose({ memory, queryCancelPending }: Flags): void {
    this.#flags = { words: new Int32Array(memory), queryCancelPending };
  }

  /** Returns whether the request has passed its deadline. */
  get isOverdue(): boolean {
    const deadline = Atomics.load(this.#words, deadlineIndex);
    return deadline !== 0 && ((nowMs() - deadline) | 0) >= 0;
  }

  /** Returns whether the running statement is being interrupted. */
  get isInterrupted(): boolean {
    if (!this.#flags) return false;
    const { words, queryCancelPending } = this.#flags;
    return Atomics.load(words, queryCancelPending >> 2) !== 0;
  }

  /** Starts a request. Returns false if the request has been recalled. */
  begin(request: number): boolean {
    Atomics.store(this.#words, startedIndex, request);
    if (Atomics.load(this.#words, recalledIndex) >= request) {
      Atomics.store(this.#words, startedIndex, request - 1);
      return false;
    }
    this.#request = request;
    Atomics.store(this.#words, deadlineIndex, 0);
    this.resume();
    return true;
  }

  /** Makes the request interruptible again. */
  resume(): void {
    Atomics.store(this.#words, runningIndex, this.#request);
  }

  /** Makes the request uninterruptible. An interrupt that is too late does not affect the next request either. */
  end(): void {
    const interruptedRequest = -this.#request;
    while (
      Atomics.compareExchange(this.#words, runningIndex, this.#request, 0) === interruptedRequest
    ) {
      // Wait for the few instructions in which the other thread sets the flags.
      Atomics.wait(this.#words, runningIndex, interruptedRequest, 1);
    }
    if (this.#flags) {
      const { words, queryCancelPending } = this.#flags;
      Atomics.store(words, queryCancelPending >> 2, 0);
    }
  }

  /** Limits the request to a number of milliseconds from now; 0 removes the limit. */
  setTimeLimit(limitMs: number): void {
    const deadline = limitMs > 0 ? (nowMs() + limitMs) | 0 || 1 : 0;
    Atomics.store(this.#words, deadlineIndex, deadline);
  }
}

/** Used by the thread that interrupts statements. */
export class Interrupter {
  readonly #words: Int32Array;
  #flags: (Flags & { readonly words: Int32Array }) | undefined;

  constructor(words: SharedArrayBuffer) {
    this.#words = new Int32Array(words);
  }

  expose(flags: Flags): void {
    this.#flags = { ...flags, words: new Int32Array(flags.memory) };
  }

  /** Returns whether a statement can be interrupted, which requires an open database. */
  get canInterrupt(): boolean {
    return this.#flags !== undefined;
  }

  /** Returns the current request; 0 if there is none. */
  get runningRequest(): number {
    return Math.abs(Atomics.load(this.#words, runningIndex));
  }

  /** The last request that was started. */
  get lastStartedRequest(): number {
    return Atomics.load(this.#words, startedIndex);
  }

  /**
   * Returns how many milliseconds the request is past its deadline. Negative before the deadline, undefined if there is
   * none.
   */
  get overdueMs(): number | undefined {
    const deadline = Atomics.load(this.#words, deadlineIndex);
    return deadline === 0 ? undefined : (nowMs() - deadline) | 0;
  }

  /** Prevents requests up to this one from starting. */
  recall(request: number): void {
    Atomics.store(this.#words, recalledIndex, request);
  }

  /** Restarts the numbering of requests at 1. The other thread must be idle. */
  resetCount(): void {
    Atomics.store(this.#words, recalledIndex, 0);
    Atomics.store(this.#words, startedIndex, 0);
  }

  /**
   * Makes PostgreSQL end the request with `query_canceled` at its next step, if the request still runs. A statement
   * that catches the error, or never checks the flag, continues.
   */
  interrupt(request: number): void {
    if (!this.#flags) return;
    if (Atomics.compareExchange(this.#words, runningIndex, request, -request) !== request) return;
    const { words, interruptPending, queryCancelPending, myLatch } = this.#flags;
    Atomics.store(words, queryCancelPending >> 2, 1);
    Atomics.store(words, interruptPending >> 2, 1);
    // `is_set`, the first member of `struct Latch` (postgres/src/include/storage/latch.h).
    const latch = Atomics.load(words, myLatch >> 2);
    if (latch > 0) Atomics.store(words, latch >> 2, 1);
    Atomics.store(this.#words, runningIndex, request);
    Atomics.notify(this.#words, runningIndex);
  }
}
