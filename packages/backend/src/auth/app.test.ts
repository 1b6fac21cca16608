import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";

let database: Database;
let wire: AuthFixture;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  const client = await wire.signedIn("routes@example.com");
  token = (await client.getSession()).data.session?.access_token ?? "";
});
afterAll(() => database.close());

const request = (method: string, path: string, headers: Record<string, string> = {}) =>
  wire.app.request(path, { method, headers });

test("a path with a trailing slash has the same response as without", async () => {
  const authorization = `Bearer ${token}`;
  expect(await wire.get("/user/", { authorization })).toMatchObject({
    status: 200,
    body: { email: "routes@example.com" },
  });
  const response = await wire.post("/verify/", { type: "email", token: "1", email: "nope" });
  expect(response).toMatchObject({ status: 422, body: { error_code: "validation_failed" } });
  expect((await request("DELETE", "/signup/")).headers.get("allow")).toBe("POST");
  expect((await request("GET", "/user//", { authorization })).status).toBe(404);
});

test.each([
  ["PATCH", "/user"],
  ["GET", "/user/nothing"],
  ["GET", "/factors"],
  ["POST", "/reauthenticate"],
  ["GET", "/admin"],
  ["PATCH", "/admin/users"],
])("%s %s authenticates the caller before it responds with 404", async (method, path) => {
  const stranger = await request(method, path, apiVersion);
  expect([stranger.status, await stranger.json()]).toEqual([
    401,
    { code: "no_authorization", message: "This endpoint requires a valid Bearer token" },
  ]);
  const isAdmin = path.startsWith("/admin");
  const headers: Record<string, string> = isAdmin
    ? { apikey: wire.auth.keys.secret }
    : { authorization: `Bearer ${token}` };
  expect([404, 405]).toContain((await request(method, path, headers)).status);
});

test("an OPTIONS request is handled as a preflight or as a plain request", async () => {
  const preflight = await request("OPTIONS", "/signup", {
    origin: "https://app.example",
    "access-control-request-method": "POST",
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "*",
  ]);
  const plainRequest = await request("OPTIONS", "/signup");
  expect([plainRequest.status, plainRequest.headers.get("allow")]).toEqual([405, "POST"]);
});

test("names in a body are case-insensitive, and the last spelling wins", async () => {
  const response = await wire.post("/token?grant_type=password", {
    email: "nobody@example.com",
    Email: "routes@example.com",
    PassWord: password,
  });
  expect(response).toMatchObject({ status: 200, body: { user: { email: "routes@example.com" } } });
  const { body } = await wire.post("/signup", {
    Email: "cased@example.com",
    password,
    DATA: { Name: "As It Is" },
  });
  expect(body.user_metadata).toMatchObject({ Name: "As It Is" });
});

test.each(["2024-13-01", "2024-02-31", "2024-1-1", "2023-12-31", "latest"])(
  "API version %s has numeric error codes",
  async (version) => {
    const { body, headers } = await wire.get("/user", { "x-supabase-api-version": version });
    expect(body).toMatchObject({ code: 401, error_code: "no_authorization" });
    expect(headers.get("x-supabase-api-version")).toBeNull();
  },
);

test("a sign-up that is not allowed does not reveal whether an address is valid", async () => {
  for (const body of [{ email: "nope" }, { phone: "nope" }]) {
    expect(await wire.post("/otp", { ...body, create_user: false }, apiVersion)).toMatchObject({
      status: 422,
      body: { code: "otp_disabled" },
    });
    expect(await wire.post("/otp", body, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
  }
});

test("an incomplete code challenge is refused for address changes only", async () => {
  const statusOfChange = async (body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method: "PUT", headers, body: JSON.stringify({ code_challenge: "x", ...body }) };
    return (await wire.app.request("/user", init)).status;
  };
  expect(await statusOfChange({ data: { a: 1 } })).toBe(200);
  expect(await statusOfChange({ email: "elsewhere@example.com" })).toBe(400);
});

test("an attribute of a wrong type is refused from an administrator, even if the attribute cannot be changed", async () => {
  const headers = { apikey: wire.auth.keys.secret, "content-type": "application/json" };
  const { body: user } = await wire.get("/user", { authorization: `Bearer ${token}` });
  for (const name of ["id", "aud", "password_hash"]) {
    const init = { method: "PUT", headers, body: JSON.stringify({ [name]: 5 }) };
    const response = await wire.app.request(`/admin/users/${user.id}`, init);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error_code: "bad_json" },
    ]);
  }
});

test("an unknown path and an unknown method are refused", async () => {
  expect(await wire.get("/nowhere")).toMatchObject({ status: 404, body: "404 page not found\n" });
  expect((await wire.get("/signup")).status).toBe(405);
});
