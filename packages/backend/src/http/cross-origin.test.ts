import { Hono } from "hono";
import { expect, test } from "vitest";
import { allowAnyOrigin } from "./cross-origin.ts";

const wire = new Hono();
wire.use(allowAnyOrigin({ exposeHeaders: ["X-Count", "Link"], allowMethods: ["GET", "POST"] }));
wire.onError((error, c) => c.text(error.message, 500));
wire.get("/", (c) => c.text("here"));
wire.get("/failing", () => {
  throw new Error("no");
});
wire.on("OPTIONS", "/", (c) => c.text("GET"));

// Mount the wire as the server does.
const app = new Hono().route("/", wire);

const origin = "https://app.example";

test.each([
  ["/", 200],
  ["/failing", 500],
  ["/nothing", 404],
])("a page of any origin may read the response of %s, with status %d", async (path, status) => {
  const response = await app.request(path, { headers: { origin } });
  expect(response.status).toBe(status);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-expose-headers")).toBe("X-Count,Link");
  expect(response.headers.get("access-control-allow-credentials")).toBeNull();
});

test("a preflight response allows the methods of the wire and the headers that the page requests", async () => {
  const response = await app.request("/nothing", {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey,content-type",
    },
  });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET,POST",
    "access-control-allow-headers": "apikey,content-type",
  });
});

test("an OPTIONS request that is not a preflight reaches the wire's own route", async () => {
  const response = await app.request("/", { method: "OPTIONS" });
  expect([response.status, await response.text()]).toEqual([200, "GET"]);
});
