import { setImmediate } from "node:timers/promises";

/** In milliseconds: how long others wait while something long is parsed. */
const longest = 4;

/**
 * Works a generator off a while at a time, and lets others go in between. Gives what it returns.
 *
 * @param takes waited for with the sum of what it has yielded since the last time
 */
export async function inSlices<T>(
  work: Generator<number | undefined, T>,
  takes: (size: number) => Promise<void> = async () => {},
): Promise<T> {
  for (;;) {
    const until = performance.now() + longest;
    let size = 0;
    while (performance.now() < until) {
      const step = work.next();
      if (step.done) return step.value;
      size += step.value ?? 0;
    }
    if (size > 0) await takes(size);
    await setImmediate();
  }
}
