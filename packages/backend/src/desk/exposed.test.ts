import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";
import { trustForwarding } from "../http/caller/client-address.ts";
import { KeyAttempts } from "./key-attempts.ts";

let database: Database;
let desk: ReturnType<typeof deskOn>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  desk = deskOn(database, { isExposed: true });
});

const status = "https://shop.example/desk/api/status";
const ownHeaders = () => ({ ...desk.own, origin: "https://shop.example" });
const request = async (headers: Record<string, string>, url = status, path?: RequestInit) => {
  const response = await desk.app.request(url, { ...path, headers });
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
    body: (await response.json()) as any,
  };
};

describe("an exposed desk", () => {
  test("the desk is available over https with the secret key, and tells without a key which one it needs", async () => {
    const result = await request(ownHeaders());
    expect(result.status).toBe(200);
    expect(result.body.features).not.toContain("why");
    const withoutKey = { origin: "https://shop.example" };
    expect(await request(withoutKey)).toMatchObject({
      status: 401,
      body: { code: "key_required" },
    });
    const access = await request(withoutKey, "https://shop.example/desk/api/access");
    expect(access.body).toEqual({ key: "secret" });
  });

  test.each([
    ["of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["of a sibling site", { origin: "https://app.shop.example", "sec-fetch-site": "same-site" }],
    ["in plain text on the same host", { origin: "http://shop.example" }],
  ])("a page %s is refused even with the key", async (_, headers) => {
    const result = await request({ ...ownHeaders(), ...headers });
    expect(result).toMatchObject({ status: 403, body: { code: "foreign_page" } });
  });

  test("unencrypted requests from other machines are refused, for the API and for the page", async () => {
    for (const path of ["/api/status", "/"]) {
      const result = await request(ownHeaders(), `http://shop.example/desk${path}`);
      expect(result).toMatchObject({ status: 403, body: { code: "tls_required" } });
    }
    const forgedHeaders = { ...ownHeaders(), "x-forwarded-proto": "https" };
    const result = await request(forgedHeaders, "http://shop.example/desk/api/status");
    expect(result).toMatchObject({ status: 403, body: { code: "tls_required" } });
  });

  test("a request is encrypted if a trusted proxy says so", async () => {
    const app = new Hono();
    app.use(trustForwarding({ header: "x-forwarded-for", proxies: 1 }, silentLog));
    app.route("/", desk.app);
    const send = (proto: string) =>
      app.request("http://shop.example/desk/api/status", {
        headers: { ...ownHeaders(), "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": proto },
      });
    expect((await send("https")).status).toBe(200);
    expect((await send("http")).status).toBe(403);
  });

  test("a network that has sent ten wrong keys is refused even with the right key", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const wrongHeaders = { ...ownHeaders(), "x-portico-desk": `wrong-${attempt}` };
      expect((await request(wrongHeaders)).status).toBe(401);
    }
    const result = await request(ownHeaders());
    expect(result).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
  });

  test("requests are neither explained nor shown", async () => {
    const post = { method: "POST", body: JSON.stringify({ path: "/rest/v1/notes" }) };
    for (const path of ["/why", "/requests"]) {
      const options = path === "/why" ? post : {};
      const result = await request(ownHeaders(), `https://shop.example/desk/api${path}`, options);
      expect(result).toMatchObject({ status: 404, body: { code: "only_in_development" } });
    }
  });
});

describe("wrong keys", () => {
  test("wrong keys are counted per network, for IPv6 by the first 64 bits, and expire after a while", () => {
    const attempts = new KeyAttempts();
    for (let attempt = 0; attempt < 10; attempt++)
      attempts.countWrongKey(`2001:db8::${attempt + 1}`, 0);
    expect(attempts.waitSeconds("2001:db8::ffff", 1_000)).toBe(299);
    expect(attempts.waitSeconds("2001:db8:0:1::1", 1_000)).toBe(0);
    expect(attempts.waitSeconds("198.51.100.7", 1_000)).toBe(0);
    expect(attempts.waitSeconds("2001:db8::1", 5 * 60 * 1_000)).toBe(0);
  });
});
