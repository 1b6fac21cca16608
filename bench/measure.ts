/** What one side achieved in one round. */
export interface Figures {
  readonly perSecond: number;
  /** The milliseconds of the 99th percentile, and the median. */
  readonly p99: number;
  readonly median: number;
}

/** One side of a comparison. It works for the given number of seconds. */
export type Side = (seconds: number) => Promise<Figures>;

export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
export const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);

/**
 * Runs both sides in turns, so that other load on the machine affects both.
 * @param roundSeconds the seconds of a side's round
 * @returns the medians of each side
 */
export async function inTurns(
  sides: { readonly wire: Side; readonly limit: Side },
  roundSeconds = seconds,
): Promise<{ readonly wire: Figures; readonly limit: Figures }> {
  const figures = { wire: [] as Figures[], limit: [] as Figures[] };
  // Warm up, so that compiling and parsing are not measured.
  await sides.wire(1);
  await sides.limit(1);
  for (let round = 0; round < rounds; round++) {
    figures.wire.push(await sides.wire(roundSeconds));
    figures.limit.push(await sides.limit(roundSeconds));
  }
  return { wire: medians(figures.wire), limit: medians(figures.limit) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function medians(figures: readonly Figures[]): Figures {
  return {
    perSecond: median(figures.map((item) => item.perSecond)),
    p99: median(figures.map((item) => item.p99)),
    median: median(figures.map((item) => item.median)),
  };
}

/** Runs `work` repeatedly, `width` at a time, for a duration and up to a number of times. */
export async function repeat(
  limits: { readonly width: number; readonly seconds: number; readonly times?: number },
  work: () => Promise<unknown>,
): Promise<Figures> {
  const { width, seconds, times: max = Number.POSITIVE_INFINITY } = limits;
  const timesMs: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let startedCount = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < end && startedCount < max) {
        startedCount++;
        const before = performance.now();
        await work();
        timesMs.push(performance.now() - before);
      }
    }),
  );
  return {
    perSecond: timesMs.length / ((performance.now() - start) / 1000),
    p99: percentile(timesMs, 0.99),
    median: median(timesMs),
  };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Formats a result, such as `0.71 (wanted at least 0.6: met)`. */
export function verdict(
  ratio: number,
  threshold: { atLeast: number } | { atMost: number },
): string {
  const [comparison, limit, isMet] =
    "atLeast" in threshold
      ? ["at least", threshold.atLeast, ratio >= threshold.atLeast]
      : ["at most", threshold.atMost, ratio <= threshold.atMost];
  return `${ratio.toFixed(2)} (wanted ${comparison} ${limit}: ${isMet ? "met" : "missed"})`;
}
