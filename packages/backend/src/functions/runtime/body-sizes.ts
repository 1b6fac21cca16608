/** The sizes of the bodies that a worker has accepted, by caller. */
export class BodySizes {
  #total = 0;
  readonly #byCaller = new Map<string, number>();

  /** Returns the size of one caller's bodies, or of all bodies. */
  total(caller?: string): number {
    return caller === undefined ? this.#total : (this.#byCaller.get(caller) ?? 0);
  }

  /** Adds a body. The returned function removes it, and must be called once. */
  add(caller: string, bytes: number): () => void {
    this.#change(caller, bytes);
    return () => this.#change(caller, -bytes);
  }

  #change(caller: string, bytes: number): void {
    this.#total += bytes;
    const size = this.total(caller) + bytes;
    if (size === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, size);
  }
}
