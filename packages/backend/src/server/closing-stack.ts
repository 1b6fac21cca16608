/**
 * What a start has opened, so that a failure at any step and an ordinary stop close the same things. The last opened
 * is closed first.
 */
export class ClosingStack {
  readonly #closers: (() => Promise<unknown>)[] = [];

  push(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** Closes one after the other. A failure does not keep the rest open; the first one is thrown at the end. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Closes everything at the same time, for what does not depend on each other. */
  async closeTogether(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }
}
