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

/** A `fetch` request in undici's diagnostics channel (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel). */
interface FetchRequest {
  readonly origin: string | URL;
  readonly method: string;
  /** The headers, with alternating names and values. */
  readonly headers: string[];
  addHeader(name: string, value: string): void;
}

/**
 * Creates a span for each request that this process sends with `fetch` or `node:http`. Uses Node's diagnostics channels.
 * A span contains the server's name, but not the path and the query, because those of hooks and services may be secret.
 * The trace context is sent to every server, as by OpenTelemetry's own instrumentation of `fetch`.
 * @returns a function that stops the tracing
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
  const endWithStatus = (request: object, status: number) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", status);
    if (status >= 400) setError(span, String(status));
    span?.end();
  };
  const endWithError = (request: object, error: Error & { readonly code?: unknown }) => {
    const span = spans.get(request);
    setError(span, typeof error.code === "string" ? error.code : error.name);
    span?.end();
  };
  const stops = [
    listen<{ request: FetchRequest }>("undici:request:create", ({ request }) => {
      const { method, headers } = request;
      begin(request, { method, url: new URL(request.origin) }, (name, value) => {
        // Replace the header if it exists, because a forwarded request may have the header of another trace.
        const index = headers.findIndex((item, index) => index % 2 === 0 && item === name);
        if (index < 0) request.addHeader(name, value);
        else headers[index + 1] = value;
      });
    }),
    listen<{ request: FetchRequest; response: { statusCode: number } }>(
      "undici:request:headers",
      ({ request, response }) => endWithStatus(request, response.statusCode),
    ),
    listen<{ request: FetchRequest; error: Error }>("undici:request:error", (message) =>
      endWithError(message.request, message.error),
    ),
    listen<{ request: ClientRequest }>("http.client.request.created", ({ request }) => {
      const { method, protocol, host } = request;
      const authority = request.getHeader("host") ?? host;
      const text = `${protocol}//${authority}`;
      const url = URL.canParse(text) ? new URL(text) : new URL(`${protocol}//${host}`);
      begin(request, { method, url }, (name, value) => {
        // The headers may already have been sent, for example with `Expect: 100-continue`.
        if (!request.headersSent) request.setHeader(name, value);
      });
    }),
    listen<{ request: ClientRequest; response: IncomingMessage }>(
      "http.client.response.finish",
      ({ request, response }) => endWithStatus(request, response.statusCode ?? 0),
    ),
    listen<{ request: ClientRequest; error: Error }>("http.client.request.error", (message) =>
      endWithError(message.request, message.error),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function setError(span: Span | undefined, type: string): void {
  span?.setAttribute("error.type", type);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

function listen<Message>(name: string, onMessage: (message: Message) => void): () => void {
  const message: Channel = channel(name);
  const listener = (message: unknown) => {
    try {
      onMessage(message as Message);
    } catch (error) {
      // Catch the error, because an uncaught one would end the process.
      diag.error(String(error));
    }
  };
  message.subscribe(listener);
  return () => void message.unsubscribe(listener);
}
