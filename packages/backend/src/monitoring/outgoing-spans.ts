import { type Channel, channel } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import {
  context,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** A request of `fetch`, as undici tells of it (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel). */
interface FetchRequest {
  readonly origin: string | URL;
  readonly method: string;
  /** Names and values in turns. */
  readonly headers: string[];
  addHeader(name: string, value: string): void;
}

/**
 * A span for each request that this process sends, by `fetch` or by `node:http`, which both tell of themselves.
 * It names the server, and neither path nor query: hooks and services have secrets there. The request passes
 * the trace on, as OpenTelemetry's own instrumentation of `fetch` does, whoever is asked.
 *
 * @returns the function that ends it
 */
export function traceOutgoing(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (
    request: object,
    { method, url }: { readonly method: string; readonly url: URL },
    setHeader: (name: string, value: string) => void,
  ) => {
    const isSecure = url.protocol === "https:";
    const span = tracer.startSpan(method, {
      kind: SpanKind.CLIENT,
      attributes: {
        "http.request.method": method,
        "url.scheme": isSecure ? "https" : "http",
        "server.address": url.hostname,
        "server.port": Number(url.port || (isSecure ? 443 : 80)),
      },
    });
    spans.set(request, span);
    propagation.inject(trace.setSpan(context.active(), span), undefined, {
      set: (_, name, value) => setHeader(name, value),
    });
  };
  const answered = (request: object, status: number) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", status);
    if (status >= 400) fail(span, String(status));
    span?.end();
  };
  const failed = (request: object, error: Error & { readonly code?: unknown }) => {
    const span = spans.get(request);
    fail(span, typeof error.code === "string" ? error.code : error.name);
    span?.end();
  };
  const stops = [
    listen<{ request: FetchRequest }>("undici:request:create", ({ request }) => {
      const { method, headers } = request;
      begin(request, { method, url: new URL(request.origin) }, (name, value) => {
        // A request that is passed on may have another's already.
        const at = headers.findIndex((one, index) => index % 2 === 0 && one === name);
        if (at < 0) request.addHeader(name, value);
        else headers[at + 1] = value;
      });
    }),
    listen<{ request: FetchRequest; response: { statusCode: number } }>(
      "undici:request:headers",
      ({ request, response }) => answered(request, response.statusCode),
    ),
    listen<{ request: FetchRequest; error: Error }>("undici:request:error", (told) =>
      failed(told.request, told.error),
    ),
    listen<{ request: ClientRequest }>("http.client.request.created", ({ request }) => {
      const { method, protocol, host } = request;
      const authority = request.getHeader("host") ?? host;
      const text = `${protocol}//${authority}`;
      const url = URL.canParse(text) ? new URL(text) : new URL(`${protocol}//${host}`);
      begin(request, { method, url }, (name, value) => {
        // Those of a request that asks whether to send its body, for one, are written by now.
        if (!request.headersSent) request.setHeader(name, value);
      });
    }),
    listen<{ request: ClientRequest; response: IncomingMessage }>(
      "http.client.response.finish",
      ({ request, response }) => answered(request, response.statusCode ?? 0),
    ),
    listen<{ request: ClientRequest; error: Error }>("http.client.request.error", (told) =>
      failed(told.request, told.error),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function fail(span: Span | undefined, type: string): void {
  span?.setAttribute("error.type", type);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

function listen<Message>(name: string, hear: (message: Message) => void): () => void {
  const told: Channel = channel(name);
  const heard = (message: unknown) => {
    try {
      hear(message as Message);
    } catch (error) {
      // Node would end the process, for a span.
      diag.error(String(error));
    }
  };
  told.subscribe(heard);
  return () => void told.unsubscribe(heard);
}
