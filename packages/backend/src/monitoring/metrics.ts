import type { MiddlewareHandler } from "hono";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import type { Database } from "../database/port.ts";
import { watchDatabase } from "./database-metrics.ts";
import { knownMethod, routeOf } from "./route.ts";

/** The metrics of a process, in the OpenMetrics format (https://prometheus.io/docs/specs/om/open_metrics_spec). */
export interface Metrics {
  /** Counts requests and measures their durations. Must be the first middleware. */
  readonly observe: MiddlewareHandler;
  /** Counts an attempt to send a message. */
  messageTried(channel: "email" | "sms", result: "sent" | "failed"): void;
  /** Counts a message of this kind that will not be retried. */
  messageAbandoned(kind: string): void;
  /** Counts a request that a rate limit refuses. */
  limitReached(limit: string): void;
  /** Counts a load of the schema cache. */
  schemaCacheLoaded(result: "loaded" | "failed", durationMs: number): void;
  /** Counts a password that was hashed or compared. */
  passwordHashed(times: { readonly waitMs: number; readonly durationMs: number }): void;
  /** Counts a failed readiness check. */
  notReady(reason: string): void;
  /** Adds the metrics of the password queue. */
  watchHashing(usage: () => { readonly running: number; readonly waiting: number }): void;
  /** Adds the metrics of the database. */
  watch(database: Database): void;
  /** Adds the metrics of the realtime wire. Its messages are counted from the start of the process. */
  watchRealtime(totals: () => RealtimeTotals): void;
  /** Adds the date of the last backup. */
  watchBackups(last: () => Promise<Date | undefined>): void;
  readonly contentType: string;
  text(): Promise<string>;
  /** Returns the metrics as JSON, which can be added to the metrics of other processes. */
  snapshot(): Promise<MetricsSnapshot>;
}

export interface RealtimeTotals {
  readonly sockets: number;
  readonly channels: number;
  /** Messages from clients. */
  readonly received: number;
  /** Messages to clients, counted once for each recipient. */
  readonly sent: number;
}

/** The metrics of a process in the JSON that processes send to each other. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Upper bounds of the histograms in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  // Register the default metrics: memory, processor time, event loop lag, garbage collection and handles.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "portico_http_request_duration_seconds",
    help: "Time until the start of the response, by wire, route, method and status",
    labelNames: ["wire", "route", "method", "status"],
    buckets,
    registers,
  });
  const messages = new Counter({
    name: "portico_messages_total",
    help: "Attempts to send a message, by channel and result",
    labelNames: ["channel", "result"],
    registers,
  });
  const abandoned = new Counter({
    name: "portico_messages_abandoned_total",
    help: "Messages that are not retried anymore, by kind",
    labelNames: ["kind"],
    registers,
  });
  const limits = new Counter({
    name: "portico_rate_limits_total",
    help: "Requests that a rate limit refused, by the name of the limit",
    labelNames: ["limit"],
    registers,
  });
  const loads = new Counter({
    name: "portico_schema_cache_loads_total",
    help: "Loads of the schema cache, by result",
    labelNames: ["result"],
    registers,
  });
  const lastLoad = new Gauge({
    name: "portico_schema_cache_last_load_seconds",
    help: "Duration of the last load of the schema cache",
    registers,
    aggregator: "max",
  });
  const hashWaits = new Histogram({
    name: "portico_password_wait_seconds",
    help: "Time for which passwords waited to be hashed or compared",
    buckets,
    registers,
  });
  const hashes = new Histogram({
    name: "portico_password_duration_seconds",
    help: "Time for which passwords were hashed or compared",
    buckets,
    registers,
  });
  const notReadyCount = new Counter({
    name: "portico_not_ready_total",
    help: "Failed readiness checks, by reason",
    labelNames: ["reason"],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  return {
    observe: async (c, next) => {
      const startedAt = performance.now();
      await next();
      const method = knownMethod(c) ?? "other";
      const labels = { ...routeOf(c), method, status: c.res.status };
      requests.observe(labels, (performance.now() - startedAt) / 1000);
    },
    messageTried: (channel, result) => messages.inc({ channel, result }),
    messageAbandoned: (kind) => abandoned.inc({ kind }),
    limitReached: (limit) => limits.inc({ limit }),
    schemaCacheLoaded: (result, durationMs) => {
      loads.inc({ result });
      if (result === "loaded") lastLoad.set(durationMs / 1000);
    },
    passwordHashed: ({ waitMs, durationMs }) => {
      hashWaits.observe(waitMs / 1000);
      hashes.observe(durationMs / 1000);
    },
    notReady: (reason) => notReadyCount.inc({ reason }),
    watchHashing: (usage) => {
      const name = "portico_passwords";
      gauge(
        `${name}_hashing`,
        "Passwords that are being hashed or compared",
        () => usage().running,
      );
      gauge(
        `${name}_waiting`,
        "Passwords that wait to be hashed or compared",
        () => usage().waiting,
      );
    },
    watchRealtime: (totals) => {
      const name = "portico_realtime";
      gauge(`${name}_sockets`, "Open WebSockets", () => totals().sockets);
      gauge(`${name}_channels`, "Channels that clients have joined", () => totals().channels);
      new Counter({
        name: `${name}_messages_total`,
        help: "Messages from clients (received) and to them (sent)",
        labelNames: ["direction"],
        registers,
        collect() {
          this.reset();
          const { received, sent } = totals();
          this.inc({ direction: "received" }, received);
          this.inc({ direction: "sent" }, sent);
        },
      });
    },
    watch: (database) => watchDatabase(database, registry),
    watchBackups: (last) => {
      new Gauge({
        name: "portico_last_backup_timestamp_seconds",
        help: "Time of the last scheduled backup",
        registers: [registry],
        async collect() {
          this.set(((await last())?.getTime() ?? Number.NaN) / 1000);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}
