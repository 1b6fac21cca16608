import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import type { MetricsSnapshot } from "./metrics.ts";

/** The numbers of worker processes. */
export interface WorkerCounts {
  readonly serving: number;
  /** The number of workers that have exited unexpectedly and were replaced. */
  readonly replaced: number;
}

/**
 * Adds up the metrics of several processes. The counters of exited processes stay in the sums, because a counter that
 * decreases would look like a restart.
 */
export class AggregatedMetrics {
  readonly contentType = Registry.OPENMETRICS_CONTENT_TYPE;
  #exitedSnapshot: MetricsSnapshot = [];
  readonly #reasons = new Map<string, number>();

  /** Counts a failed readiness check when no process could be queried. */
  notReady(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** Adds the counters of an exited process to the sums. */
  async keep(snapshot: MetricsSnapshot): Promise<void> {
    const cumulativeMetrics = snapshot.filter(({ type }) => isCumulative(type));
    this.#exitedSnapshot = await sumSnapshots([
      this.#exitedSnapshot,
      cumulativeMetrics,
    ]).getMetricsAsJSON();
  }

  async text(snapshots: readonly MetricsSnapshot[], workers: WorkerCounts): Promise<string> {
    return sumSnapshots([
      ...snapshots,
      this.#exitedSnapshot,
      await workerMetrics(workers, this.#reasons),
    ]).metrics();
  }
}

function sumSnapshots(snapshots: MetricsSnapshot[]) {
  // Remove the suffixes of counters, because the library would add them again.
  const withoutSuffixes = snapshots.map((snapshot) =>
    snapshot.map((metric) => ({ ...metric, name: metric.name.replace(suffixOf(metric.type), "") })),
  );
  const registry = AggregatorRegistry.aggregate<OpenMetricsContentType>(withoutSuffixes);
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

const suffixOf = (type: unknown) => (type === "counter" ? /_total$/ : "");

/** The library declares the type as a number, but its JSON contains names. */
const isCumulative = (type: unknown) => type === "counter" || type === "histogram";

function workerMetrics(
  { serving, replaced }: WorkerCounts,
  reasons: ReadonlyMap<string, number>,
): Promise<MetricsSnapshot> {
  const registry = new Registry();
  const registers = [registry];
  const help = "Processes that handle requests";
  new Gauge({ name: "portico_workers", help, registers }).set(serving);
  new Counter({
    name: "portico_workers_replaced_total",
    help: "Processes that exited unexpectedly and were replaced",
    registers,
  }).inc(replaced);
  const notReady = new Counter({
    name: "portico_not_ready_total",
    help: "Failed readiness checks, by reason",
    labelNames: ["reason"],
    registers,
  });
  for (const [reason, count] of reasons) notReady.inc({ reason }, count);
  return registry.getMetricsAsJSON();
}
