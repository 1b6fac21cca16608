/** Measures the stages of a request (https://www.w3.org/TR/server-timing/). */
export class Timing {
  readonly #durations = new Map<string, number>();

  async measure<T>(stage: string, task: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await task();
    const earlierDuration = this.#durations.get(stage) ?? 0;
    this.#durations.set(stage, earlierDuration + performance.now() - start);
    return result;
  }

  /** Returns the Server-Timing header, with durations in milliseconds. */
  get header(): string {
    const stages = [...this.#durations];
    return stages.map(([stage, duration]) => `${stage};dur=${duration.toFixed(1)}`).join(", ");
  }
}
