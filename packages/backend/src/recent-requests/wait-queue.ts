const maxWaitMs = 20_000;
const maxWaiting = 16;

/** Lets callers wait for a notification. */
export class WaitQueue {
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** Whether no further caller may wait. */
  get isFull(): boolean {
    return this.#isClosed || this.#waiting.size >= maxWaiting;
  }

  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Lets all waiting callers continue, and accepts no further ones. */
  close(): void {
    this.#isClosed = true;
    this.notify();
  }

  /** Resolves at the next notification, when the caller disconnects, or after about 20 seconds. */
  wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, maxWaitMs);
      timer.unref();
      signal.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}
