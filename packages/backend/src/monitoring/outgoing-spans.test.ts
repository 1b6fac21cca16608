import { request } from "node:http";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OutsideServer, openOutsideServer } from "../../test/servers/outside-server.ts";
import { traceOutgoing } from "./outgoing-spans.ts";

type Processors = NonNullable<
  NonNullable<ConstructorParameters<typeof NodeSDK>[0]>["spanProcessors"]
>;
type Span = Parameters<Processors[number]["onEnd"]>[0];

const spans: Span[] = [];
const done = async () => {};
const sdk = new NodeSDK({
  spanProcessors: [
    { onStart: () => {}, onEnd: (span) => void spans.push(span), forceFlush: done, shutdown: done },
  ],
  metricReaders: [],
  logRecordProcessors: [],
  autoDetectResources: false,
});
let outside: OutsideServer;
let stop: () => void;

beforeAll(async () => {
  sdk.start();
  stop = traceOutgoing(trace.getTracer("test"));
  outside = await openOutsideServer();
});
beforeEach(() => {
  spans.length = 0;
  outside.requests.length = 0;
  outside.answer = () => ({});
});
afterAll(async () => {
  stop();
  await outside.close();
  await sdk.shutdown();
});

/** Sends a request by `node:http`. */
const send = (headers: Record<string, string> | string[], url = outside.url) =>
  new Promise<number | undefined>((resolve, reject) => {
    const clientRequest = request(
      `${url}/a-secret?key=another`,
      { method: "PUT", headers },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      },
    );
    clientRequest.on("error", reject).end("a body");
  });

const sentTraceparent = () => outside.requests[0]?.headers["traceparent"];
const traceparentOf = (span: Span | undefined) => {
  const { traceId, spanId } = span?.spanContext() ?? {};
  return `00-${traceId}-${spanId}-01`;
};

test("a fetch request has a span, and its trace replaces another one in the headers", async () => {
  const otherTraceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const parent = trace.getTracer("test").startSpan("parent");
  await context.with(trace.setSpan(context.active(), parent), () =>
    fetch(`${outside.url}/a-secret?key=another`, { headers: { traceparent: otherTraceparent } }),
  );
  expect(spans).toHaveLength(1);
  expect(spans[0]?.parentSpanContext).toEqual(parent.spanContext());
  expect(sentTraceparent()).toBe(traceparentOf(spans[0]));
  expect(JSON.stringify(spans[0]?.attributes)).not.toMatch(/secret|another/);
});

test("a node:http request has a span, and propagates its trace if headers can still be set", async () => {
  expect(await send({})).toBe(200);
  expect(sentTraceparent()).toBe(traceparentOf(spans[0]));
});

test.each([
  ["headers in a list", ["host", "127.0.0.1", "content-length", "6"]],
  ["a wish to be asked for its body", { expect: "100-continue", "content-length": "6" }],
])("a request whose headers are written immediately is sent unchanged: %s", async (_, headers) => {
  expect(await send(headers)).toBe(200);
  expect(spans).toHaveLength(1);
  expect(outside.requests).toHaveLength(1);
});

test("a status of 400 or more, or a missing response, is an error with its code", async () => {
  outside.answer = () => ({ status: 503 });
  await fetch(outside.url);
  await send({});
  await send({}, "http://127.0.0.1:1").catch(() => {});
  await fetch(outside.url.replace(/\d+$/, "2")).catch(() => {});
  expect(spans.map(({ status, attributes }) => [status, attributes["error.type"]])).toEqual(
    ["503", "503", "ECONNREFUSED", "ECONNREFUSED"].map((type) => [
      { code: SpanStatusCode.ERROR },
      type,
    ]),
  );
});
