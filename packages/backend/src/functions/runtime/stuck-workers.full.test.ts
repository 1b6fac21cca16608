import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../test/needs.ts";
import { deno, serveFunctions } from "../../../test/servers/functions-wire.ts";

let wire: Awaited<ReturnType<typeof serveFunctions>>;

beforeAll(async () => {
  wire = await serveFunctions(
    {
      "supabase/functions/job/index.ts": `
        const id = crypto.randomUUID();
        const releases = [];
        Deno.serve(async (request) => {
          const step = new URL(request.url).pathname.split("/")[2];
          if (step === "endless") {
            console.log("endless");
            for (;;);
          }
          if (step === "asleep") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
          if (step === "json") await request.json();
          if (step === "exits") Deno.exit(1);
          if (step === "wait") await new Promise((resolve) => releases.push(resolve));
          if (step === "release") for (const release of releases.splice(0)) release();
          if (step === "waiting") return new Response(String(releases.length));
          return new Response(id);
        });`,
      "supabase/functions/hungry/index.ts": `
        Deno.serve(() => { const all = []; for (;;) all.push(new Array(1e6).fill({})); });`,
    },
    { job: { verify_jwt: false }, hungry: { verify_jwt: false } } as never,
  );
});
afterAll(() => wire.close());

const sendRequest = async (step = "", signal?: AbortSignal) => {
  const response = await fetch(`${wire.origin}/functions/v1/job/${step}`, {
    signal: signal ?? null,
  });
  return { status: response.status, text: await response.text() };
};

describe("a worker that is stuck", {
  ...needs("Deno on Linux", deno && process.platform === "linux"),
  timeout: 180_000,
}, () => {
  test("a function that computes for longer than two seconds is ended and restarted", async () => {
    const { text: id } = await sendRequest();
    const { status, text } = await sendRequest("endless");
    expect([status, JSON.parse(text)]).toMatchObject([546, { code: "WORKER_LIMIT" }]);
    expect(wire.lines.join("\n")).toContain("2 s of processor time");
    const secondResponse = await sendRequest();
    expect(secondResponse.status).toBe(200);
    expect(secondResponse.text).not.toBe(id);
  });

  test("a function that takes too much memory is a relay error, and others keep running", async () => {
    const { text: id } = await sendRequest();
    const hungryResponse = await fetch(`${wire.origin}/functions/v1/hungry`);
    expect([hungryResponse.status, await hungryResponse.json()]).toMatchObject([
      546,
      { code: "WORKER_LIMIT" },
    ]);
    expect(await sendRequest()).toEqual({ status: 200, text: id });
  });

  test("waiting callers do not extend the time of an endless request", async () => {
    const { text: id } = await sendRequest();
    const waiting = Array.from({ length: 200 }, () => sendRequest("wait"));
    await expect.poll(async () => (await sendRequest("waiting")).text).toBe("200");
    expect(await sendRequest("endless")).toMatchObject({ status: 546 });
    await Promise.all(waiting);
    expect((await sendRequest()).text).not.toBe(id);
  });

  test("a caller who disconnects leaves no endless worker behind", async () => {
    const { text: id } = await sendRequest();
    const abortController = new AbortController();
    wire.lines.length = 0;
    const endlessRequest = sendRequest("endless", abortController.signal);
    await expect.poll(() => wire.lines).toContain("endless");
    abortController.abort();
    await expect(endlessRequest).rejects.toThrow();
    await expect
      .poll(() => wire.lines.join("\n"), { timeout: 120_000 })
      .toContain("2 s of processor time");
    expect((await sendRequest()).text).not.toBe(id);
  });

  test("a worker that does not respond is replaced after the request's time limit", async () => {
    const { text: id } = await sendRequest();
    const { responseMs } = wire.limits;
    wire.limits.responseMs = 100;
    expect(await sendRequest("asleep")).toMatchObject({ status: 504 });
    wire.limits.responseMs = responseMs;
    await expect
      .poll(async () => (await sendRequest()).text, { timeout: 120_000 })
      .not.toMatch(new RegExp(`${id}|WORKER_ERROR`));
  });

  test("a body that exhausts the memory does not end requests with smaller bodies", async () => {
    const { text: id } = await sendRequest();
    const waiting = sendRequest("wait");
    await expect.poll(async () => (await sendRequest("waiting")).text).toBe("1");
    wire.limits.bodyBytes = 50 * 1024 * 1024;
    const { status } = await fetch(`${wire.origin}/functions/v1/job/json`, {
      method: "POST",
      body: `[${"[],".repeat(7_000_000)}0]`,
    });
    expect(status).toBe(546);
    expect((await sendRequest("release")).text).toBe(id);
    expect(await waiting).toEqual({ status: 200, text: id });
  });

  test("a function that ends its process responds with 500 and is restarted", async () => {
    const { text: id } = await sendRequest();
    expect(await sendRequest("exits")).toMatchObject({
      status: 500,
      text: expect.stringContaining("WORKER_ERROR"),
    });
    expect((await sendRequest()).text).not.toBe(id);
  });
});
