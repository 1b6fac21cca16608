/** How long a job waited for its turn and then went on, in milliseconds. */
export interface Times {
  readonly waited: number;
  readonly took: number;
}

/** Runs a job in its turn. */
export interface ConcurrencyLimit {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many jobs go on and wait now. */
  usage(): { readonly running: number; readonly waiting: number };
}

/**
 * Runs at most so many jobs at a time. The others wait, first come first served.
 *
 * @param ended called when a job has ended
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
