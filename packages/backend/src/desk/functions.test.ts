import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../test/needs.ts";
import { startDeskServer } from "../../test/servers/desk-server.ts";
import { deno } from "../../test/servers/functions-wire.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  const files = {
    "supabase/config.toml": `
      project_id = "shop"
      [functions.open]
      verify_jwt = false`,
    "supabase/functions/open/index.ts": `
      Deno.serve((request) => {
        console.log("<b>called</b> " + new URL(request.url).pathname);
        return new Response("hello");
      });`,
    "supabase/functions/broken/index.ts": `throw new Error("this module is broken");`,
  };
  // The server finds Deno through the PATH in this environment.
  desk = await startDeskServer(files, { env: process.env });
});
afterAll(() => desk.close());

const lines = async (position?: string) =>
  (await desk.call(`/functions/log${position === undefined ? "" : `?after=${position}`}`)).body;

test("functions are listed with their settings, but only with the key", async () => {
  const { body } = await desk.call("/functions");
  expect(body.functions).toMatchObject([
    {
      name: "broken",
      entrypoint: "supabase/functions/broken/index.ts",
      verifyJwt: true,
      isRunning: false,
      startedAt: null,
      failure: null,
    },
    { name: "open", verifyJwt: false },
  ]);
  for (const path of ["/functions", "/functions/log"]) {
    expect((await desk.call(path, undefined, { "x-portico-desk": "" })).status).toBe(401);
    const foreignResponse = await desk.call(path, undefined, { origin: "http://localhost:5173" });
    expect(foreignResponse.status).toBe(403);
  }
});

test("an empty log and a position of another process get a response immediately", async () => {
  const { next } = await lines();
  expect((await lines("another.999")).next).toBe(next);
});

describe("running functions", needs("Deno", deno), () => {
  test("a function can be called as a user, and its output arrives", async () => {
    const credentials = await desk.call("/credentials", { as: { role: "service_role" } });
    const { apiKey, token } = credentials.body;
    const position = (await lines()).next;
    const newLines = lines(position);
    const response = await fetch(`${desk.origin}/functions/v1/open/path`, {
      headers: { apikey: apiKey, authorization: `Bearer ${token}` },
    });
    expect(await response.text()).toBe("hello");
    let log = await newLines;
    const isThere = () =>
      log.lines.some(({ text }: { text: string }) => text.includes("<b>called</b> /open/path"));
    while (!isThere()) log = await lines(log.next);
    expect((await desk.call("/functions")).body.functions[1]).toMatchObject({ isRunning: true });
  });

  test("a function that does not start is reported, and its log contains the reason", async () => {
    const { body } = await desk.call("/credentials", { as: { role: "service_role" } });
    const response = await fetch(`${desk.origin}/functions/v1/broken`, {
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(response.status).toBe(503);
    const [brokenFunction] = (await desk.call("/functions")).body.functions;
    expect(brokenFunction).toMatchObject({ isRunning: false, failure: { ending: "failed" } });
    const text = JSON.stringify((await lines()).lines);
    expect(text).toContain("this module is broken");
  });
});
