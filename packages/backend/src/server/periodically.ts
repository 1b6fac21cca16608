import type { Log } from "../log/log.ts";

/** In milliseconds. */
export const aMinute = 60 * 1000;

/**
 * Does some work now and then, until it is told to stop.
 *
 * @param milliseconds between two times; one that lasts longer is waited for
 * @param failure what the log says where the work throws: the next time has another try
 * @returns stops, when the work that is under way is done
 */
export function periodically(
  milliseconds: number,
  work: () => Promise<void>,
  log: Log,
  failure: string,
): () => Promise<void> {
  let current = Promise.resolve();
  const timer = setInterval(() => {
    current = current.then(work).catch((err: unknown) => log.error({ err }, failure));
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
