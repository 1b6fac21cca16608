/** The results of one workload in one round. */
export interface RoundResult {
  readonly perSecond: number;
  /** The 99th percentile of the durations. */
  readonly p99Ms: number;
  readonly medianMs: number;
}

/** One of two workloads to compare. Repeats its work for a number of seconds. */
export type Workload = (seconds: number) => Promise<RoundResult>;

export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
export const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);

/**
 * Alternates between two workloads, so that other load on the machine affects both.
 * @param roundSeconds the duration of one round of a workload
 * @returns the medians of each workload
 */
export async function runAlternately(
  workloads: { readonly wire: Workload; readonly baseline: Workload },
  roundSeconds = seconds,
): Promise<{ readonly wire: RoundResult; readonly baseline: RoundResult }> {
  const results = { wire: [] as RoundResult[], baseline: [] as RoundResult[] };
  // Warm up, so that compiling and parsing are not measured.
  await workloads.wire(1);
  await workloads.baseline(1);
  for (let round = 0; round < rounds; round++) {
    results.wire.push(await workloads.wire(roundSeconds));
    results.baseline.push(await workloads.baseline(roundSeconds));
  }
  return { wire: medians(results.wire), baseline: medians(results.baseline) };
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

function medians(results: readonly RoundResult[]): RoundResult {
  return {
    perSecond: median(results.map((item) => item.perSecond)),
    p99Ms: median(results.map((item) => item.p99Ms)),
    medianMs: median(results.map((item) => item.medianMs)),
  };
}

/** Runs `work` repeatedly, `concurrency` at a time, until `seconds` have passed or `maxRuns` is reached. */
export async function repeat(
  limits: { readonly concurrency: number; readonly seconds: number; readonly maxRuns?: number },
  work: () => Promise<unknown>,
): Promise<RoundResult> {
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
export function formatVerdict(
  ratio: number,
  threshold: { atLeast: number } | { atMost: number },
): string {
  const [comparison, limit, isMet] =
    "atLeast" in threshold
      ? ["at least", threshold.atLeast, ratio >= threshold.atLeast]
      : ["at most", threshold.atMost, ratio <= threshold.atMost];
  return `${ratio.toFixed(2)} (wanted ${comparison} ${limit}: ${isMet ? "met" : "missed"})`;
}
