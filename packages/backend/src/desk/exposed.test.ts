import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { silence } from "../../test/auth.ts";
import { openTestDatabase } from "../../test/database.ts";
import { deskOn } from "../../test/desk.ts";
import type { Database } from "../database/port.ts";
import { trustForwarding } from "../http/client-address.ts";
import { KeyTries } from "./key-tries.ts";

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
const own = () => ({ ...desk.own, origin: "https://shop.example" });
const request = async (headers: Record<string, string>, url = status, path?: RequestInit) => {
  const response = await desk.app.request(url, { ...path, headers });
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
    body: (await response.json()) as any,
  };
};

describe("a desk that is exposed", () => {
  test("answers over https with the secret key, and says before which key it needs", async () => {
    const answer = await request(own());
    expect(answer.status).toBe(200);
    expect(answer.body.features).not.toContain("why");
    const without = { origin: "https://shop.example" };
    expect(await request(without)).toMatchObject({ status: 401, body: { code: "key_required" } });
    const access = await request(without, "https://shop.example/desk/api/access");
    expect(access.body).toEqual({ key: "secret" });
  });

  test.each([
    ["of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["of a sibling site", { origin: "https://app.shop.example", "sec-fetch-site": "same-site" }],
    ["in plain text on the same host", { origin: "http://shop.example" }],
  ])("refuses a page %s, also with the key", async (_, headers) => {
    const answer = await request({ ...own(), ...headers });
    expect(answer).toMatchObject({ status: 403, body: { code: "foreign_page" } });
  });

  test("refuses plain text from elsewhere, for the page as well", async () => {
    for (const path of ["/api/status", "/"]) {
      const answer = await request(own(), `http://shop.example/desk${path}`);
      expect(answer).toMatchObject({ status: 403, body: { code: "tls_required" } });
    }
    const forged = { ...own(), "x-forwarded-proto": "https" };
    const answer = await request(forged, "http://shop.example/desk/api/status");
    expect(answer).toMatchObject({ status: 403, body: { code: "tls_required" } });
  });

  test("counts as encrypted behind a trusted proxy that says so", async () => {
    const app = new Hono();
    app.use(trustForwarding({ header: "x-forwarded-for", proxies: 1 }, silence));
    app.route("/", desk.app);
    const send = (proto: string) =>
      app.request("http://shop.example/desk/api/status", {
        headers: { ...own(), "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": proto },
      });
    expect((await send("https")).status).toBe(200);
    expect((await send("http")).status).toBe(403);
  });

  test("refuses a network that has sent ten wrong keys, also when the next one is right", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const wrong = { ...own(), "x-portico-desk": `wrong-${attempt}` };
      expect((await request(wrong)).status).toBe(401);
    }
    const answer = await request(own());
    expect(answer).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
  });

  test("explains nothing and shows no requests", async () => {
    const post = { method: "POST", body: JSON.stringify({ path: "/rest/v1/notes" }) };
    for (const path of ["/why", "/requests"]) {
      const options = path === "/why" ? post : {};
      const answer = await request(own(), `https://shop.example/desk/api${path}`, options);
      expect(answer).toMatchObject({ status: 404, body: { code: "only_in_development" } });
    }
  });
});

describe("wrong keys", () => {
  test("are counted for each network, an IPv6 one by its first 64 bits, and forgotten after a while", () => {
    const tries = new KeyTries();
    for (let attempt = 0; attempt < 10; attempt++) tries.refuse(`2001:db8::${attempt + 1}`, 0);
    expect(tries.waitSeconds("2001:db8::ffff", 1_000)).toBe(299);
    expect(tries.waitSeconds("2001:db8:0:1::1", 1_000)).toBe(0);
    expect(tries.waitSeconds("198.51.100.7", 1_000)).toBe(0);
    expect(tries.waitSeconds("2001:db8::1", 5 * 60 * 1_000)).toBe(0);
  });
});
