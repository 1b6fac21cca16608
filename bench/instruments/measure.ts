/** The results of one side in one round. */
export interface Figures {
  readonly perSecond: number;
  /** The 99th percentile of the durations. */
  readonly p99Ms: number;
  readonly medianMs: number;
}

/** One side of a comparison. It repeats its work for a number of seconds. */
export type Side = (seconds: number) => Promise<Figures>;

export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
export const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);

/**
 * Runs both sides in turns, so that other load on the machine affects both.
 * @param roundSeconds the duration of a side's round
 * @returns the medians of each side
 */
export async function inTurns(
  sides: { readonly wire: Side; readonly baseline: Side },
  roundSeconds = seconds,
): Promise<{ readonly wire: Figures; readonly baseline: Figures }> {
  const figures = { wire: [] as Figures[], baseline: [] as Figures[] };
  // Warm up, so that compiling and parsing are not measured.
  await sides.wire(1);
  await sides.baseline(1);
  for (let round = 0; round < rounds; round++) {
    figures.wire.push(await sides.wire(roundSeconds));
    figures.baseline.push(await sides.baseline(roundSeconds));
  }
  return { wire: medians(figures.wire), baseline: medians(figures.baseline) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

function medians(figures: readonly Figures[]): Figures {
  return {
    perSecond: median(figures.map((item) => item.perSecond)),
    p99Ms: median(figures.map((item) => item.p99Ms)),
    medianMs: median(figures.map((item) => item.medianMs)),
  };
}

/** Runs `work` repeatedly, `concurrency` at a time, until the time is over or `maxRuns` is reached. */
export async function repeat(
  limits: { readonly concurrency: number; readonly seconds: number; readonly maxRuns?: number },
  work: () => Promise<unknown>,
): Promise<Figures> {
  const { concurrency, seconds, maxRuns = Number.POSITIVE_INFINITY } = limits;
  const durationsMs: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let startedCount = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end && startedCount < maxRuns) {
        startedCount++;
        const startedAt = performance.now();
        await work();
        durationsMs.push(performance.now() - startedAt);
      }
    }),
  );
  return {
    perSecond: durationsMs.length / ((performance.now() - start) / 1000),
    p99Ms: percentile(durationsMs, 0.99),
    medianMs: median(durationsMs),
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
