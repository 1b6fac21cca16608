import { FunctionRegion } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../needs.ts";
import { deno } from "../servers/functions-wire.ts";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

const mirror = `
  Deno.serve(async (request) => Response.json({
    method: request.method,
    body: await request.text(),
    authorization: request.headers.get("authorization"),
    region: request.headers.get("x-region"),
  }));`;
const stream = `
  Deno.serve(() => new Response(
    new ReadableStream({
      start(controller) {
        for (const part of ["one", "two"]) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  ));`;
const slow = `
  Deno.serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    return new Response("late");
  });`;

describe("functions", needs("Deno", deno), () => {
  let project: CapabilityProject;
  beforeAll(async () => {
    const sources = { mirror, stream, slow };
    project = await startCapabilityProject(
      {
        "supabase/config.toml": Object.keys(sources)
          .map((name) => `[functions.${name}]\nverify_jwt = false\n`)
          .join(""),
        ...Object.fromEntries(
          Object.entries(sources).map(([name, source]) => [
            `supabase/functions/${name}/index.ts`,
            source,
          ]),
        ),
      },
      { PATH: process.env["PATH"] },
    );
  });
  afterAll(() => project.close());

  test("functions.invocation.invoke: invoke sends a body and returns the answer", async () => {
    const { functions } = project.client();
    const answer = dataOf(await functions.invoke("mirror", { body: { name: "Ada" } }));
    expect(answer).toMatchObject({ method: "POST", body: '{"name":"Ada"}' });
  });

  test("functions.invocation.method_override: invoke sends another method", async () => {
    const { functions } = project.client();
    expect(dataOf(await functions.invoke("mirror", { method: "GET" }))).toMatchObject({
      method: "GET",
    });
  });

  test("functions.invocation.region_selection: invoke names a region in a header", async () => {
    const { functions } = project.client();
    const answer = await functions.invoke("mirror", { region: FunctionRegion.EuCentral1 });
    expect(dataOf(answer)).toMatchObject({ region: "eu-central-1" });
  });

  test("functions.invocation.set_auth_token: setAuth sends a token with each call", async () => {
    const { functions } = project.client();
    functions.setAuth("a.b.c");
    expect(dataOf(await functions.invoke("mirror"))).toMatchObject({
      authorization: "Bearer a.b.c",
    });
  });

  test("functions.invocation.streaming_response: invoke returns an event stream as it arrives", async () => {
    const response = dataOf(await project.client().functions.invoke("stream")) as Response;
    expect(await response.text()).toBe("onetwo");
  });

  test("functions.invocation.request_cancellation: invoke ends with its signal", async () => {
    const { functions } = project.client();
    const controller = new AbortController();
    const answer = functions.invoke("slow", { signal: controller.signal });
    controller.abort();
    expect((await answer).error).toMatchObject({ name: "FunctionsFetchError" });
  });

  test("functions.invocation.timeout: invoke ends at its timeout", async () => {
    const { error } = await project.client().functions.invoke("slow", { timeout: 50 });
    expect(error).toMatchObject({ name: "FunctionsFetchError" });
  });
});
