/** Collects what the server opens as it starts. A failed startup and a normal stop close it in reverse order. */
export class CleanupStack {
  readonly #closers: (() => Promise<unknown>)[] = [];

  push(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** Closes one after the other. If one fails, the rest are still closed, and the first error is thrown at the end. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Closes everything at the same time, for resources that do not depend on each other. */
  async closeTogether(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }
}
