import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { MiddlewareHandler } from "hono";
import type { Environment } from "../config/environment/variable-types.ts";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import { traceOutgoing } from "./outgoing-spans.ts";
import { traceRequests } from "./request-spans.ts";
import { traceStatements } from "./statement-spans.ts";

/** Traces a process. Outgoing HTTP requests are traced automatically. */
export interface Tracing {
  /** Creates the spans of requests. Must come before other middleware that creates spans. */
  readonly observe: MiddlewareHandler;
  statements(database: Database): Database;
  /** Runs a call to another server in a client span. Not needed for HTTP. */
  call<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Runs work outside of requests in a separate trace. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns the ids of the current trace for log lines. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined;
  /** Exports the remaining spans, within two seconds. */
  close(): Promise<void>;
}

const flushTimeoutMs = 2_000;
/** The minimum interval between log messages about lost spans. */
const logIntervalMs = 60_000;

/** Starts OpenTelemetry's SDK, which reads its standard environment variables. */
export function startTracing(env: Environment, log: Log): Tracing {
  const isNamed =
    env["OTEL_SERVICE_NAME"] || env["OTEL_RESOURCE_ATTRIBUTES"]?.includes("service.name=");
  const sdk = new NodeSDK({
    ...(!isNamed && { serviceName: "portico" }),
    instrumentations: [],
    // Export only traces: the monitoring port serves the metrics, and the log is written to a stream.
    metricReaders: [],
    logRecordProcessors: [],
  });
  if (!env["OTEL_LOG_LEVEL"]) diag.setLogger(createFailureLogger(log), DiagLogLevel.ERROR);
  sdk.start();
  const tracer = trace.getTracer("portico");
  const stop = traceOutgoing(tracer);
  const withSpan = <T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: () => Promise<T>,
  ) =>
    tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  return {
    observe: traceRequests(tracer),
    statements: (database) => traceStatements(database, tracer),
    call: (name, attributes, work) => withSpan(name, SpanKind.CLIENT, attributes, work),
    alone: (name, work) =>
      context.with(ROOT_CONTEXT, () => withSpan(name, SpanKind.INTERNAL, {}, work)),
    ids: () => {
      const span = trace.getSpanContext(context.active());
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
    close: async () => {
      stop();
      const flushed = sdk.shutdown().catch(() => {});
      await Promise.race([flushed, sleep(flushTimeoutMs, undefined, { ref: false })]);
      for (const part of [trace, context, propagation, diag]) part.disable();
    },
  };
}

/** Returns a logger of failed exports. It skips most of them, because the collector may be down for hours. */
function createFailureLogger(log: Log) {
  let lastLogTime = Number.NEGATIVE_INFINITY;
  const ignore = () => {};
  const error = (message: string) => {
    if (performance.now() - lastLogTime < logIntervalMs) return;
    lastLogTime = performance.now();
    log.error({ err: new Error(message) }, "spans could not be exported and are lost");
  };
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
