import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import type { Figures } from "./metrics.ts";

/** The numbers of workers. */
export interface WorkerCounts {
  readonly serving: number;
  /** How many workers have ended unexpectedly and were replaced. */
  readonly replaced: number;
}

/**
 * Adds up the metrics of several processes. The counters of an ended process stay in the sums, because a counter
 * that goes down would look like a restart.
 */
export class AggregatedMetrics {
  readonly contentType = Registry.OPENMETRICS_CONTENT_TYPE;
  #ended: Figures = [];
  readonly #reasons = new Map<string, number>();

  /** Counts a reason for which no process was ready. */
  notReady(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** Adds the counters of an ended process to the sums. */
  async keep(figures: Figures): Promise<void> {
    const counted = figures.filter(({ type }) => isCumulative(type));
    this.#ended = await add([this.#ended, counted]).getMetricsAsJSON();
  }

  async text(list: readonly Figures[], workers: WorkerCounts): Promise<string> {
    return add([...list, this.#ended, await workerMetrics(workers, this.#reasons)]).metrics();
  }
}

function add(list: Figures[]) {
  // Remove the suffix of counters, because the library would add it a second time.
  const named = list.map((figures) =>
    figures.map((figure) => ({ ...figure, name: figure.name.replace(suffixOf(figure.type), "") })),
  );
  const registry = AggregatorRegistry.aggregate<OpenMetricsContentType>(named);
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

const suffixOf = (type: unknown) => (type === "counter" ? /_total$/ : "");

/** The library declares the type as a number, but its JSON contains names. */
const isCumulative = (type: unknown) => type === "counter" || type === "histogram";

function workerMetrics(
  { serving, replaced }: WorkerCounts,
  reasons: ReadonlyMap<string, number>,
): Promise<Figures> {
  const registry = new Registry();
  const registers = [registry];
  const help = "Processes that answer";
  new Gauge({ name: "portico_workers", help, registers }).set(serving);
  new Counter({
    name: "portico_workers_replaced_total",
    help: "Processes that ended unasked, and were replaced",
    registers,
  }).inc(replaced);
  const notReady = new Counter({
    name: "portico_not_ready_total",
    help: "How often it was said that requests would not be answered",
    labelNames: ["reason"],
    registers,
  });
  for (const [reason, count] of reasons) notReady.inc({ reason }, count);
  return registry.getMetricsAsJSON();
}
