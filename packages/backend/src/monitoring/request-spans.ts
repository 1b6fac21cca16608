import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { currentRequestId } from "../log/request-id.ts";
import { knownMethod, type RouteLabels, routeOf } from "./route.ts";

/**
 * Creates a span for each request, in the trace that the caller sends (https://www.w3.org/TR/trace-context), if any. The
 * attributes follow OpenTelemetry's conventions for HTTP servers
 * (https://opentelemetry.io/docs/specs/semconv/http/http-spans), but contain no names and secrets from the caller: the
 * path is the route's pattern. The caller's baggage is dropped.
 */
export function traceRequests(tracer: Tracer): MiddlewareHandler {
  return async (c, next) => {
    const extracted = propagation.extract(ROOT_CONTEXT, c.req.raw.headers, headersGetter);
    const caller = trace.getSpanContext(extracted);
    const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
    const method = knownMethod(c);
    const span = tracer.startSpan(
      method ?? "HTTP",
      { kind: SpanKind.SERVER, attributes: { "http.request.method": method ?? "_OTHER" } },
      parent,
    );
    try {
      await context.with(trace.setSpan(parent, span), next);
    } finally {
      if (span.isRecording()) {
        const { status } = c.res;
        const route = routeOf(c);
        const path = pathOf(route);
        if (route.route !== "other") {
          span.updateName(`${method ?? "HTTP"} ${path}`);
          span.setAttribute("http.route", path);
        }
        span.setAttributes({
          "url.scheme": new URL(c.req.url).protocol.slice(0, -1),
          "url.path": path,
          "http.response.status_code": status,
          "http.response.header.x-request-id": [currentRequestId() ?? ""],
        });
        if (status >= 500) {
          span.setAttribute("error.type", String(status));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
      }
      span.end();
    }
  };
}

const headersGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

function pathOf({ wire, route }: RouteLabels): string {
  if (wire === "page") return "/";
  return route === "other" ? `/${wire}/v1` : `/${wire}/v1${route}`;
}
