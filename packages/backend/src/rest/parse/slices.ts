import { setImmediate } from "node:timers/promises";

/** The maximum time that parsing may delay other requests. */
const maxSliceMs = 4;

/**
 * Runs a generator in slices, and lets other requests run between the slices. Returns the generator's result.
 *
 * @param reserve receives the sum of the numbers that the generator has yielded since the last call, and is awaited
 */
export async function runInSlices<T>(
  generator: Generator<number | undefined, T>,
  reserve: (size: number) => Promise<void> = async () => {},
): Promise<T> {
  for (;;) {
    const sliceEnd = performance.now() + maxSliceMs;
    let size = 0;
    while (performance.now() < sliceEnd) {
      const step = generator.next();
      if (step.done) return step.value;
      size += step.value ?? 0;
    }
    if (size > 0) await reserve(size);
    await setImmediate();
  }
}
