/** Measures the stages of a request (https://www.w3.org/TR/server-timing/). */
export class Timing {
  readonly #durations: string[] = [];

  async of<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.#durations.push(`${stage};dur=${(performance.now() - start).toFixed(1)}`);
    return result;
  }

  /** The Server-Timing header, in milliseconds. */
  get header(): string {
    return this.#durations.join(", ");
  }
}
