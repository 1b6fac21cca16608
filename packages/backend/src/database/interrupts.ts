/**
 * How one thread stops what runs in another. A statement of the embedded database is compiled code
 * that hears of no message while it runs. But PostgreSQL asks at every step whether a flag in its
 * memory says that it is to stop (`CHECK_FOR_INTERRUPTS`, postgres/src/include/miscadmin.h). A signal
 * handler sets that flag elsewhere; here the other thread does, in memory that both share.
 */

/** Where PostgreSQL keeps what its signal handlers set. */
export interface Flags {
  readonly memory: SharedArrayBuffer;
  /** Addresses in that memory: of two flags, and of a pointer to the latch that the process sleeps on. */
  readonly interruptPending: number;
  readonly queryCancelPending: number;
  readonly myLatch: number;
}

// The places of the words that both threads share.
/** The request that may be interrupted, 0 for none, and negative while it is being interrupted. */
const running = 0;
/** The last request that was begun. */
const begun = 1;
/** Requests up to this one are not to be begun any more. */
const recalled = 2;
/** When the request has to be over; 0 where it may take as long as it likes. */
const due = 3;

export function sharedWords(): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);
}

/** In milliseconds, the same for all threads, and never set. It begins anew every 49 days. */
function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return (seconds * 1000 + Math.trunc(nanoseconds / 1_000_000)) | 0;
}

/** The side of the thread in which statements run. */
export class Interruptible {
  readonly #words: Int32Array;
  #flags: { readonly words: Int32Array; readonly queryCancelPending: number } | undefined;
  #request = 0;

  constructor(words: SharedArrayBuffer) {
    this.#words = new Int32Array(words);
  }

  /** From now on requests can be interrupted. */
  expose({ memory, queryCancelPending }: Flags): void {
    this.#flags = { words: new Int32Array(memory), queryCancelPending };
  }

  /** Begins a request. Gives whether it may be: it may have been recalled. */
  begin(request: number): boolean {
    Atomics.store(this.#words, begun, request);
    if (Atomics.load(this.#words, recalled) >= request) {
      Atomics.store(this.#words, begun, request - 1);
      return false;
    }
    this.#request = request;
    Atomics.store(this.#words, due, 0);
    this.resume();
    return true;
  }

  /** The request can be interrupted again. */
  resume(): void {
    Atomics.store(this.#words, running, this.#request);
  }

  /** The request cannot be interrupted any more, nor can what follows by an interrupt meant for it. */
  end(): void {
    const interrupting = -this.#request;
    while (Atomics.compareExchange(this.#words, running, this.#request, 0) === interrupting) {
      // For the few instructions that it takes the other thread to set the flags.
      Atomics.wait(this.#words, running, interrupting, 1);
    }
    if (this.#flags) {
      const { words, queryCancelPending } = this.#flags;
      Atomics.store(words, queryCancelPending >> 2, 0);
    }
  }

  /** From now on the request may take so many milliseconds; 0 for as long as it likes. */
  allow(milliseconds: number): void {
    const moment = milliseconds > 0 ? (clock() + milliseconds) | 0 || 1 : 0;
    Atomics.store(this.#words, due, moment);
  }
}

/** The side of the thread that watches. */
export class Interrupter {
  readonly #words: Int32Array;
  #flags: (Flags & { readonly words: Int32Array }) | undefined;

  constructor(words: SharedArrayBuffer) {
    this.#words = new Int32Array(words);
  }

  expose(flags: Flags): void {
    this.#flags = { ...flags, words: new Int32Array(flags.memory) };
  }

  /** Whether what runs can be interrupted at all: not before the database is open. */
  get isAble(): boolean {
    return this.#flags !== undefined;
  }

  /** The request that runs, 0 for none. */
  get running(): number {
    return Math.abs(Atomics.load(this.#words, running));
  }

  /** The last request that was begun. */
  get begun(): number {
    return Atomics.load(this.#words, begun);
  }

  /** In milliseconds, how long ago the request had to be over: negative before, undefined without a limit. */
  get overdue(): number | undefined {
    const moment = Atomics.load(this.#words, due);
    return moment === 0 ? undefined : (clock() - moment) | 0;
  }

  /** Keeps requests up to this one from being begun. */
  recall(request: number): void {
    Atomics.store(this.#words, recalled, request);
  }

  /** From now on requests are counted from 1 again. The other thread must have nothing to do. */
  countAnew(): void {
    Atomics.store(this.#words, recalled, 0);
    Atomics.store(this.#words, begun, 0);
  }

  /**
   * Has PostgreSQL end the request with `query_canceled` at its next step, if it still runs. One that
   * catches that error, or does not look at the flag, is not stopped.
   */
  interrupt(request: number): void {
    if (!this.#flags) return;
    if (Atomics.compareExchange(this.#words, running, request, -request) !== request) return;
    const { words, interruptPending, queryCancelPending, myLatch } = this.#flags;
    Atomics.store(words, queryCancelPending >> 2, 1);
    Atomics.store(words, interruptPending >> 2, 1);
    // `is_set`, the first member of `struct Latch` (postgres/src/include/storage/latch.h).
    const latch = Atomics.load(words, myLatch >> 2);
    if (latch > 0) Atomics.store(words, latch >> 2, 1);
    Atomics.store(this.#words, running, request);
    Atomics.notify(this.#words, running);
  }
}
