import { setImmediate } from "node:timers/promises";

/** In milliseconds: how long parsing may delay other requests. */
const longest = 4;

/**
 * Runs a generator in slices, lets other work go on between them, and returns the generator's result.
 *
 * @param takes awaited with the sum of what the generator has yielded since the last call
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
