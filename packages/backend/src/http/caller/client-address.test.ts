import { request } from "node:http";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { readForwarding } from "../../config/environment/settings.ts";
import type { Environment } from "../../config/environment/variable-types.ts";
import { listen } from "../listening/listen.ts";
import { clientAddress, trustForwarding } from "./client-address.ts";

/** Starts a server that responds with the caller's address, and collects the messages that it logs. */
async function startServer(env: Environment = {}) {
  const loggedMessages: string[] = [];
  const log = {
    error: () => {},
    warn: (_: object, message: string) => void loggedMessages.push(message),
    info: () => {},
  };
  const app = new Hono();
  app.use(trustForwarding(readForwarding(env), log));
  app.get("/", (c) => c.text(clientAddress(c) ?? "none"));
  app.get("/again", (c) => app.fetch(new Request(new URL("/", c.req.url), c.req.raw), c.env));
  const server = await listen({ host: "127.0.0.1", port: 0 }, getRequestListener(app.fetch));
  onTestFinished(() => server.close());
  return {
    loggedMessages,
    /** Sends the headers that the caller or the proxy on this machine would send. */
    addressFor: (headers: Record<string, string | string[]> = {}, path = "/") =>
      new Promise<string>((resolve, reject) => {
        request(`${server.origin}${path}`, { headers }, (response) => resolve(text(response)))
          .on("error", reject)
          .end();
      }),
  };
}

test("the machine itself is recognized by its connection, never by a header", async () => {
  const { addressFor, loggedMessages } = await startServer();
  expect(await addressFor()).toBe("127.0.0.1");
  expect(loggedMessages).toEqual([]);
  for (const claim of ["127.0.0.1", "::1", "203.0.113.7", "unknown", "", "203.0.113.7, ::1"]) {
    expect([claim, await addressFor({ "x-forwarded-for": claim })]).toEqual([claim, "0.0.0.0"]);
  }
  for (const name of ["forwarded", "x-real-ip", "cf-connecting-ip", "via", "x-forwarded-proto"]) {
    expect([name, await addressFor({ [name]: "127.0.0.1" })]).toEqual([name, "0.0.0.0"]);
  }
  expect(await addressFor({ host: "door.example.com" })).toBe("0.0.0.0");
  expect(loggedMessages).toEqual([expect.stringContaining("PORTICO_TRUSTED_PROXIES")]);
});

describe("with one trusted proxy", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7:4711", "203.0.113.7"],
    ["198.51.100.1, 127.0.0.1, ::ffff:203.0.113.7", "203.0.113.7"],
    ["198.51.100.1,[2001:DB8::7]:4711", "2001:db8::7"],
    ["198.51.100.1, fe80::1%eth0", "fe80::1"],
    // A proxy that hides the address, or claims to be the machine itself.
    ["198.51.100.1, unknown", "0.0.0.0"],
    ["198.51.100.1, ", "0.0.0.0"],
    ["198.51.100.1, 127.0.0.1", "0.0.0.0"],
    ["::ffff:7f00:1", "0.0.0.0"],
    ["_gateway", "0.0.0.0"],
  ])("a request with %j is from %s", async (header, address) => {
    const { addressFor, loggedMessages } = await startServer({ PORTICO_TRUSTED_PROXIES: "1" });
    expect(await addressFor({ "x-forwarded-for": header })).toBe(address);
    expect(loggedMessages).toEqual([]);
  });

  test("several lines of one header count as one list, also when the request is dispatched again", async () => {
    const { addressFor } = await startServer({ PORTICO_TRUSTED_PROXIES: "1" });
    const lines = { "x-forwarded-for": ["198.51.100.1", "203.0.113.7"] };
    expect(await addressFor(lines)).toBe("203.0.113.7");
    expect(await addressFor(lines, "/again")).toBe("203.0.113.7");
  });
});

test("the address before the last counts behind two trusted proxies, and a shorter list does not", async () => {
  const { addressFor } = await startServer({ PORTICO_TRUSTED_PROXIES: "2" });
  expect(await addressFor({ "x-forwarded-for": "198.51.100.1, 203.0.113.7, 10.0.0.2" })).toBe(
    "203.0.113.7",
  );
  expect(await addressFor({ "x-forwarded-for": "203.0.113.7" })).toBe("0.0.0.0");
});

test("GOTRUE_RATE_LIMIT_HEADER names the header, whose last value counts", async () => {
  const { addressFor } = await startServer({ GOTRUE_RATE_LIMIT_HEADER: "My-Client" });
  expect(await addressFor({ "my-client": "198.51.100.1, 203.0.113.7" })).toBe("203.0.113.7");
  expect(await addressFor({ "x-forwarded-for": "203.0.113.7" })).toBe("0.0.0.0");
  // No header, whatever its name, can make a caller look like the machine itself.
  expect(await addressFor({ "my-client": "127.0.0.1" })).toBe("0.0.0.0");
  expect(await addressFor({ "my-client": "unknown" })).toBe("0.0.0.0");
});

test.each([
  [{ PORTICO_TRUSTED_PROXIES: "-1" }, "PORTICO_TRUSTED_PROXIES must be a number"],
  [{ PORTICO_TRUSTED_PROXIES: "all" }, "PORTICO_TRUSTED_PROXIES must be a number"],
  [{ GOTRUE_RATE_LIMIT_HEADER: "two words" }, "GOTRUE_RATE_LIMIT_HEADER must be the name"],
  [{ GOTRUE_RATE_LIMIT_HEADER: "Forwarded" }, "GOTRUE_RATE_LIMIT_HEADER must be the name"],
])("the setting %j is refused at the start", (env, reason) => {
  expect(() => readForwarding(env)).toThrow(reason);
});
