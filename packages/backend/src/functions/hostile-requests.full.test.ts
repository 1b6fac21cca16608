import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../test/needs.ts";
import { deno, serveFunctions, writeRaw } from "../../test/servers/functions-wire.ts";

let wire: Awaited<ReturnType<typeof serveFunctions>>;

/** A function that returns its process id and the request, and waits for a given time. */
const counter = `
  const id = crypto.randomUUID();
  const seen = [];
  const released = Promise.withResolvers();
  let waiting = new Map();
  Deno.serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const step = pathname.split("/")[2];
    seen.push(request.method + " " + pathname);
    console.log(pathname);
    if (step === "wait") {
      const { promise, resolve } = Promise.withResolvers();
      waiting.set(searchParams.get("name"), resolve);
      return new Response(new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode("waiting "));
          await promise;
          controller.enqueue(new TextEncoder().encode(id));
          controller.close();
        },
      }));
    }
    if (step === "release") waiting.get(searchParams.get("name"))();
    if (step === "seen") return Response.json(seen);
    if (step === "hold") return new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(id)) }));
    if (step === "never") await new Promise(() => {});
    if (step === "headers") return Response.json(Object.fromEntries(request.headers));
    if (step === "cut") return new Response(new ReadableStream({ start: (c) => c.error(new Error("cut")) }));
    if (step === "cookies") return new Response("", { headers: Array.from({ length: 20 }, () => ["set-cookie", "c".repeat(2000)]) });
    if (step === "switches") return new Response(null, { status: 101 });
    if (step === "throws") throw new Error("thrown");
    if (step === "dots") {
      const dots = new Uint8Array(1 << 20).fill(46);
      for (let count = 0; count < 600; count++) Deno.stdout.writeSync(dots);
      console.log();
    }
    if (step === "body") return new Response(String((await request.text()).length));
    return new Response(id);
  });`;

beforeAll(async () => {
  wire = await serveFunctions(
    {
      "supabase/functions/open/index.ts": counter,
      "supabase/functions/locked/index.ts": counter,
      "supabase/functions/unstarted/index.ts": counter,
    },
    { open: { verify_jwt: false }, unstarted: { verify_jwt: false } } as never,
    1,
  );
});
afterAll(() => wire.close());

const url = (path: string) => `${wire.origin}/functions/v1/${path}`;
const textOf = async (path: string) => (await fetch(url(path))).text();

/** Starts a request whose response ends only when the test releases it. */
async function callerInFlight(name: string) {
  const response = await fetch(url(`open/wait?name=${name}`));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("waiting ");
  return async () => {
    await textOf(`open/release?name=${name}`);
    return (await reader?.read())?.value;
  };
}

const line = (text: string) => `${text} HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
const headerLines = (count: number) =>
  Array.from({ length: count }, (_, at) => `x-${at}: ${at}\r\n`).join("");
const smuggledRequest = "GET /open/smuggled HTTP/1.1\r\nhost: a\r\n\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const hostileRequests: Record<string, { bytes: string; status: number }> = {
  "an upgrade to h2c": {
    bytes: `${line("OPTIONS /functions/v1/open")}upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n`,
    status: 200,
  },
  "a WebSocket handshake": {
    bytes: `${line("GET /functions/v1/open")}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    status: 501,
  },
  TRACE: { bytes: `${line("TRACE /functions/v1/open")}\r\n`, status: 405 },
  "a method of WebDAV": { bytes: `${line("PROPFIND /functions/v1/open")}\r\n`, status: 405 },
  "an announced body of 300 MB": {
    bytes: `${line("POST /functions/v1/open/body")}content-length: 314572800\r\n\r\nabc`,
    status: 413,
  },
  "an unannounced body beyond the limit": {
    bytes: `${line("POST /functions/v1/open/body")}transfer-encoding: chunked\r\n\r\n${chunk("a".repeat(1024 * 1024)).repeat(2)}`,
    status: 413,
  },
  "a header with a control character": {
    bytes: `${line("GET /functions/v1/open")}x-a: \x01\r\n\r\n`,
    status: 400,
  },
  "a header with bytes beyond ASCII": {
    bytes: `${line("GET /functions/v1/open")}x-a: \xff\xfe\r\n\r\n`,
    status: 200,
  },
  "a length and a transfer coding at once": {
    bytes: `${line("POST /functions/v1/open/body")}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
  },
  "more headers than Deno takes": {
    bytes: `${line("GET /functions/v1/open")}${headerLines(500)}\r\n`,
    status: 431,
  },
  "a connection that names what the relay itself sets": {
    bytes: `${line("GET /functions/v1/open")}connection: close, x-portico-relay, host, x-forwarded-for, "\r\n\r\n`,
    status: 200,
  },
  "a proof of its own for the worker": {
    bytes: `${line("GET /functions/v1/open")}x-portico-relay: guess\r\n\r\n`,
    status: 200,
  },
  "a GET with a request for a body": {
    bytes: `${line("GET /functions/v1/open")}content-length: ${smuggledRequest.length}\r\n\r\n${smuggledRequest}`,
    status: 200,
  },
  "a DELETE with a request for a body": {
    bytes: `${line("DELETE /functions/v1/open/body")}transfer-encoding: chunked\r\n\r\n${chunk(smuggledRequest)}0\r\n\r\n`,
    status: 200,
  },
  "an OPTIONS with a request for a body": {
    bytes: `${line("OPTIONS /functions/v1/open")}transfer-encoding: chunked\r\n\r\n${chunk(smuggledRequest)}0\r\n\r\n`,
    status: 200,
  },
  "an error of the function": {
    bytes: `${line("GET /functions/v1/open/throws")}\r\n`,
    status: 500,
  },
  "a switch to another protocol": {
    bytes: `${line("GET /functions/v1/open/switches")}\r\n`,
    status: 500,
  },
  "a response that breaks off": { bytes: `${line("GET /functions/v1/open/cut")}\r\n`, status: 200 },
  "a response with 40 kB of headers": {
    bytes: `${line("GET /functions/v1/open/cookies")}\r\n`,
    status: 200,
  },
};

describe("harmful requests", needs("Deno", deno), () => {
  test.for(Object.entries(hostileRequests))(
    "a function that does harm by %s ends neither the worker nor another caller's request",
    async ([name, { bytes, status }]) => {
      const id = await textOf("open");
      const release = await callerInFlight(name);
      const response = await writeRaw(wire.origin, Buffer.from(bytes, "latin1"));
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(await release()).toBe(id);
      expect(await textOf("open")).toBe(id);
      expect(await textOf("open/seen")).not.toContain("smuggled");
    },
  );

  test("requests with large bodies, and with bodies of unknown length, have their own worker", async () => {
    const id = await textOf("open");
    wire.limits.bodyBytes = 50 * 1024 * 1024;
    const post = async (body: string | ReadableStream) => {
      const init = { method: "POST", body, duplex: "half" };
      return (await fetch(url("open"), init as RequestInit)).text();
    };
    const otherId = await post("a".repeat(9 * 1024 * 1024));
    expect(otherId).not.toBe(id);
    expect(await post(new Blob(["a"]).stream())).toBe(otherId);
    expect(await post("a".repeat(1024))).toBe(id);
    wire.limits.bodyBytes = 1024 * 1024;
  });

  test("requests that wait for a function's start share one worker only up to their caller's body bytes", async () => {
    wire.limits.bodyBytes = 50 * 1024 * 1024;
    const abortController = new AbortController();
    const body = "a".repeat(900 * 1024);
    const holders = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const init = { method: "POST", body, signal: abortController.signal };
        const response = await fetch(url("unstarted/hold"), init);
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        return (await reader?.read())?.value;
      }),
    );
    abortController.abort();
    const counts = [...new Set(holders)].map(
      (id) => holders.filter((otherId) => otherId === id).length,
    );
    expect(counts).toEqual([2, 2]);
    wire.limits.bodyBytes = 1024 * 1024;
  });

  test("a caller who announces a large body and does not send it keeps no other caller from the worker", async () => {
    const id = await textOf("open");
    wire.limits.bodyBytes = 50 * 1024 * 1024;
    const sockets = await Promise.all(
      [8, 2, 2, 2].map(async (megabytes) => {
        const received = wire.lines.length;
        const socket = connect(Number(new URL(wire.origin).port), "127.0.0.1");
        socket.write(
          `${line("POST /functions/v1/open/body")}x-forwarded-for: 192.0.2.9\r\ncontent-length: ${megabytes * 1024 * 1024}\r\n\r\nabc`,
        );
        await expect.poll(() => wire.lines.slice(received)).toContain("/open/body");
        return socket;
      }),
    );
    const post = async (address: string) => {
      const headers = { "x-forwarded-for": address };
      return (await fetch(url("open"), { method: "POST", body: "small", headers })).text();
    };
    expect(await post("192.0.2.1")).toBe(id);
    expect(await post("192.0.2.9")).not.toBe(id);
    for (const socket of sockets) socket.destroy();
    wire.limits.bodyBytes = 1024 * 1024;
  });

  test("a caller who disconnects while sending, or while the function works, ends no other request", async () => {
    const id = await textOf("open");
    const release = await callerInFlight("gone");
    const countArrivals = () =>
      wire.lines.filter((message) => /\/(?:body|never)$/.test(message)).length;
    for (const bytes of [
      `${line("POST /functions/v1/open/body")}content-length: 10\r\n\r\nabc`,
      `${line("POST /functions/v1/open/body")}transfer-encoding: chunked\r\n\r\n${chunk("abc")}`,
      `${line("GET /functions/v1/open/never")}\r\n`,
    ]) {
      const countBefore = countArrivals();
      const socket = connect(Number(new URL(wire.origin).port), "127.0.0.1");
      socket.write(bytes);
      await expect.poll(countArrivals).toBe(countBefore + 1);
      socket.destroy();
      await once(socket, "close");
    }
    expect(await release()).toBe(id);
    expect(await textOf("open")).toBe(id);
  });

  test("a request that takes too long is ended alone: a stalled body by 408, a function by 504", async () => {
    const id = await textOf("open");
    const release = await callerInFlight("slow");
    const { responseMs } = wire.limits;
    wire.limits.responseMs = 300;
    const slowRequests = Promise.all([
      writeRaw(wire.origin, `${line("POST /functions/v1/open/body")}content-length: 10\r\n\r\nabc`),
      writeRaw(wire.origin, `${line("GET /functions/v1/open/never")}\r\n`),
    ]);
    const [stalled, never] = await slowRequests.finally(() => {
      wire.limits.responseMs = responseMs;
    });
    expect(stalled).toMatch(/^HTTP\/1.1 408 /);
    expect(never).toMatch(/^HTTP\/1.1 504 /);
    expect(never).toContain("IDLE_TIMEOUT");
    expect(await release()).toBe(id);
    expect(await textOf("open")).toBe(id);
  });

  test("a line of output that is too long for a string does not stop the server", async () => {
    expect(await textOf("open/dots")).toBe(await textOf("open"));
    await expect.poll(() => wire.lines).toContain(".".repeat(10_000));
  });

  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"])(
    "a %s without a key does not reach a function that requires one",
    async (method) => {
      for (const extraHeaders of [
        "",
        "authorization: Bearer bad\r\n",
        "authorization: Bearer good\r\nauthorization: Bearer bad\r\n",
        "authorization: Bearer bad\r\nconnection: authorization\r\n",
        "apikey: bad\r\nx-forwarded-host: a\r\n",
        "upgrade: websocket\r\nconnection: upgrade\r\n",
      ]) {
        const response = await writeRaw(
          wire.origin,
          `${line(`${method} /functions/v1/locked/unproven`)}${extraHeaders}content-length: 0\r\n\r\n`,
        );
        expect(response, extraHeaders).toMatch(/^HTTP\/1.1 40[015] /);
      }
      const response = await fetch(url("locked/seen"), {
        headers: { authorization: "Bearer good" },
      });
      expect(await response.text()).not.toContain("unproven");
    },
  );
});
