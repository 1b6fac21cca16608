import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";

let database: Database;
let desk: ReturnType<typeof deskOn>;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOn(database);
});
afterAll(() => database.close());

const withHeaders = (headers: Record<string, string>, url = "http://localhost/desk/api/status") =>
  desk.app.request(url, { headers: { ...desk.own, ...headers } });

describe("access to the desk's API", () => {
  test("the desk's own page with the key gets a response, which is not stored", async () => {
    const { status, headers, body } = await desk.get("/status");
    expect(status).toBe(200);
    expect(body).toMatchObject({ project: "shop", engine: database.engine });
    expect(body.roles).toEqual(expect.arrayContaining(["anon", "authenticated", "service_role"]));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each([
    ["no key", { "x-portico-desk": "" }, 401, "key_required"],
    ["a wrong key", { "x-portico-desk": "another" }, 401, "key_required"],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, 403, "foreign_page"],
    ["a page on another port", { "sec-fetch-site": "same-site" }, 403, "foreign_page"],
    ["a typed address", { "sec-fetch-site": "none" }, 403, "foreign_page"],
    ["a foreign origin", { origin: "https://evil.example" }, 403, "not_this_machine"],
    ["another port as origin", { origin: "http://localhost:5173" }, 403, "foreign_page"],
    ["an opaque origin", { origin: "null" }, 403, "foreign_page"],
    ["a proxy", { "x-forwarded-for": "203.0.113.9" }, 403, "not_this_machine"],
  ])("a request from %s is refused", async (_, headers, status, code) => {
    const response = await withHeaders(headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test.each(["evil.example", "localhost.evil.example", "192.0.2.7"])(
    "requests to the host %s are refused, for the API and for the page",
    async (host) => {
      for (const path of ["/desk/api/status", "/desk/"]) {
        const response = await withHeaders({ origin: `http://${host}` }, `http://${host}${path}`);
        expect(response.status).toBe(421);
      }
    },
  );

  test("a preflight request of another origin gets no permission", async () => {
    const response = await desk.app.request("http://localhost/desk/api/rows/delete", {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:5173",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-portico-desk,content-type",
      },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("access-control-allow-headers")).toBeNull();
  });

  test("a form of another page, which cannot send the key's header, changes nothing", async () => {
    const response = await desk.app.request("http://localhost/desk/api/rows/insert", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ schema: "public", name: "x", as: { role: "postgres" }, rows: [{}] }),
    });
    expect(response.status).toBe(401);
  });

  test("the page refuses to be framed, runs only its own scripts and is isolated from its opener", async () => {
    const { headers } = await desk.send("/");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("an unknown path and an unreadable body are errors", async () => {
    expect(await desk.get("/nothing")).toMatchObject({ status: 404, body: { code: "no_route" } });
    expect(await desk.post("/rows/read", "{")).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    const oversized = await desk.post("/rows/read", `"${"x".repeat(17 * 1024 * 1024)}"`);
    expect(oversized).toMatchObject({ status: 413, body: { code: "body_too_large" } });
  });
});
