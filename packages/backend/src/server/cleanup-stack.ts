/**
 * Collects the resources that the server opens at startup. A failed startup and a normal stop close them in reverse
 * order.
 */
export class CleanupStack {
  readonly #closers: (() => Promise<unknown>)[] = [];

  push(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /**
   * Closes one resource after the other. If one fails, the rest are still closed, and the first error is thrown at the
   * end.
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Closes all resources at the same time. They must not depend on each other. */
  async closeTogether(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }
}
