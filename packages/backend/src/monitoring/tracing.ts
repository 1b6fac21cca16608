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
import type { Environment } from "../config/environment/environment.ts";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import { traceOutgoing } from "./outgoing-spans.ts";
import { traceRequests } from "./request-spans.ts";
import { traceStatements } from "./statement-spans.ts";

/** The traces of a process. Requests that it sends have spans without being asked for. */
export interface Tracing {
  /** Makes the spans of requests. It goes before everything that has spans of its own. */
  readonly observe: MiddlewareHandler;
  statements(database: Database): Database;
  /** Does what asks another server, in another protocol than HTTP. */
  call<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Does what belongs to no request, in a trace of its own. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The ids for the lines of the log. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

/** In milliseconds. */
const longestFlush = 2_000;
/** In milliseconds: how often the log says that spans are lost. */
const calm = 60_000;

/** Starts OpenTelemetry's SDK, which reads its standard variables from the environment of the process. */
export function startTracing(env: Environment, log: Log): Tracing {
  const isNamed =
    env["OTEL_SERVICE_NAME"] || env["OTEL_RESOURCE_ATTRIBUTES"]?.includes("service.name=");
  const sdk = new NodeSDK({
    ...(!isNamed && { serviceName: "portico" }),
    instrumentations: [],
    // Figures are at the port for monitoring, and the log is written to a stream.
    metricReaders: [],
    logRecordProcessors: [],
  });
  if (!env["OTEL_LOG_LEVEL"]) diag.setLogger(failuresTo(log), DiagLogLevel.ERROR);
  sdk.start();
  const tracer = trace.getTracer("portico");
  const stop = traceOutgoing(tracer);
  const within = <T>(
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
    call: (name, attributes, work) => within(name, SpanKind.CLIENT, attributes, work),
    alone: (name, work) =>
      context.with(ROOT_CONTEXT, () => within(name, SpanKind.INTERNAL, {}, work)),
    ids: () => {
      const span = trace.getSpanContext(context.active());
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
    close: async () => {
      stop();
      const flushed = sdk.shutdown().catch(() => {});
      await Promise.race([flushed, sleep(longestFlush, undefined, { ref: false })]);
      for (const part of [trace, context, propagation, diag]) part.disable();
    },
  };
}

/** Whoever receives the spans may be away for hours, which the log need not say for each batch. */
function failuresTo(log: Log) {
  let last = Number.NEGATIVE_INFINITY;
  const ignore = () => {};
  const error = (message: string) => {
    if (performance.now() - last < calm) return;
    last = performance.now();
    log.error({ err: new Error(message) }, "spans were not taken, and are lost");
  };
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
