import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import type { Figures } from "./metrics.ts";

/** The workers of a start. */
export interface WorkerCounts {
  readonly serving: number;
  /** How many have ended by themselves and were replaced. */
  readonly replaced: number;
}

/**
 * The figures of several processes, added up. What a process has counted stays in the sums after its end: a
 * counter that goes down would look like a new start.
 */
export class AddedFigures {
  readonly contentType = Registry.OPENMETRICS_CONTENT_TYPE;
  #ended: Figures = [];
  readonly #reasons = new Map<string, number>();

  /** Counts a reason why no process would answer. */
  notReady(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** Keeps what a process has counted, which has ended. */
  async keep(figures: Figures): Promise<void> {
    const counted = figures.filter(({ type }) => isCount(type));
    this.#ended = await add([this.#ended, counted]).getMetricsAsJSON();
  }

  async text(each: readonly Figures[], workers: WorkerCounts): Promise<string> {
    return add([...each, this.#ended, await figuresOf(workers, this.#reasons)]).metrics();
  }
}

function add(each: Figures[]) {
  // The library adds the suffix of counters to a name that has it.
  const named = each.map((figures) =>
    figures.map((figure) => ({ ...figure, name: figure.name.replace(suffixOf(figure.type), "") })),
  );
  const registry = AggregatorRegistry.aggregate<OpenMetricsContentType>(named);
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

const suffixOf = (type: unknown) => (type === "counter" ? /_total$/ : "");

/** The library's types have its kinds by number, and its figures by name. */
const isCount = (type: unknown) => type === "counter" || type === "histogram";

function figuresOf(
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
  const refused = new Counter({
    name: "portico_not_ready_total",
    help: "How often it was said that requests would not be answered",
    labelNames: ["reason"],
    registers,
  });
  for (const [reason, times] of reasons) refused.inc({ reason }, times);
  return registry.getMetricsAsJSON();
}
