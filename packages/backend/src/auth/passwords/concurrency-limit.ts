/** How long a job waited and ran, in milliseconds. */
export interface Times {
  readonly waited: number;
  readonly took: number;
}

/** Runs a job as soon as the limit allows. */
export interface ConcurrencyLimit {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Returns how many jobs run and wait now. */
  usage(): { readonly running: number; readonly waiting: number };
}

/**
 * Limits how many jobs run at a time. The others wait in order.
 *
 * @param ended called after each job
 */
export function limitConcurrency(
  most: number,
  ended: (times: Times) => void = () => {},
): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let free = most;
  const inTurn = async <T>(work: () => Promise<T>) => {
    const queuedAt = performance.now();
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
      ended({ waited: begun - queuedAt, took: performance.now() - begun });
    }
  };
  return Object.assign(inTurn, {
    usage: () => ({ running: most - free, waiting: waiting.length }),
  });
}
