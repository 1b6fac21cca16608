const longestWaitMs = 20_000;
const maxWaiting = 16;

/** Callers that wait for something new. */
export class Waiters {
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** Whether a caller must be answered at once. */
  get isFull(): boolean {
    return this.#isClosed || this.#waiting.size >= maxWaiting;
  }

  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Answers all callers, and lets none wait from now on. */
  close(): void {
    this.#isClosed = true;
    this.notify();
  }

  /** Resolves at the next notification, when the caller has gone, or after some 20 seconds. */
  wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, longestWaitMs);
      timer.unref();
      signal.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}
