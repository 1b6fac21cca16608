import "@supabase/supabase-js/tracing";
import { context, trace } from "@opentelemetry/api";
import { NodeSDK, tracing } from "@opentelemetry/sdk-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

let project: CapabilityProject;
let sdk: NodeSDK;
beforeAll(async () => {
  project = await startCapabilityProject({
    "supabase/migrations/1_notes.sql":
      "create table notes (id int primary key); grant select on notes to anon;",
  });
  const processor = new tracing.SimpleSpanProcessor(new tracing.InMemorySpanExporter());
  sdk = new NodeSDK({ instrumentations: [], spanProcessors: [processor] });
  sdk.start();
});
afterAll(async () => {
  await sdk.shutdown();
  context.disable();
  trace.disable();
  await project.close();
});

test("client.observability.trace_propagation: a request belongs to the trace of the application", async () => {
  const sent: (string | null)[] = [];
  const record: typeof fetch = (input, init) => {
    sent.push(new Headers(init?.headers).get("traceparent"));
    return fetch(input, init);
  };
  const client = project.client({ tracePropagation: true, global: { fetch: record } });
  const traceId = await trace.getTracer("test").startActiveSpan("click", async (span) => {
    expect(dataOf(await client.from("notes").select())).toEqual([]);
    span.end();
    return span.spanContext().traceId;
  });
  expect(sent[0]).toContain(traceId);
});
