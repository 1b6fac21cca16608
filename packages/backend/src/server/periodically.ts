import type { Log } from "../log/log.ts";

/** In milliseconds. */
export const aMinute = 60 * 1000;

/**
 * Repeats some work at intervals, until it is stopped.
 *
 * @param milliseconds between two runs; a longer run is awaited
 * @param failure the log's message when the work throws; the next run tries again
 * @param first when the first run is: after that time, unless it is at once
 * @returns the function that stops it, once a run under way is done
 */
export function periodically(
  milliseconds: number,
  work: () => Promise<void>,
  log: Log,
  failure: string,
  first: "later" | "at once" = "later",
): () => Promise<void> {
  let current = Promise.resolve();
  const run = () => {
    current = current.then(work).catch((err: unknown) => log.error({ err }, failure));
  };
  if (first === "at once") run();
  const timer = setInterval(run, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
