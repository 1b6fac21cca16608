import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, {
    auth: {
      rate_limit: { sign_in_sign_ups: 3 },
      external: { google: { enabled: true, client_id: "client", secret: "secret" } },
    },
  });
});
afterAll(() => database.close());

const attempt = (address?: string) =>
  wire.post(
    "/token?grant_type=password",
    { email: "a@example.com", password: "x" },
    { ...apiVersion, ...(address ? { "x-forwarded-for": address } : {}) },
  );

test("one address is limited, another is not, and the bucket refills", async () => {
  const statuses = [];
  for (let count = 0; count < 5; count++) statuses.push((await attempt("203.0.113.7")).status);
  expect(statuses).toEqual([400, 400, 400, 429, 429]);
  const refusal = await attempt("203.0.113.7");
  const seconds = refusal.headers.get("retry-after");
  // On a slow machine the bucket has been refilled for some seconds.
  expect(seconds).toMatch(/^(9\d|100)$/);
  expect(refusal.body).toEqual({
    code: "over_request_rate_limit",
    message: `Request rate limit reached, try again in ${seconds} seconds`,
  });
  expect((await attempt("203.0.113.8")).status).toBe(400);
  await database.query(
    sql`update portico.rate_limits set refilled_at = refilled_at - interval '101 seconds'`,
  );
  expect((await attempt("203.0.113.7")).status).toBe(400);
  expect((await attempt("203.0.113.7")).status).toBe(429);
});

test("the address that a trusted proxy adds is limited, not the addresses that the caller claims", async () => {
  const statuses = [];
  for (let count = 0; count < 4; count++) {
    statuses.push((await attempt(`198.51.100.${count}, 127.0.0.1, 203.0.113.9`)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
});

test.each([
  ["ports", (count: number) => `198.51.100.1, 203.0.113.30:${4000 + count}`],
  ["ports behind brackets", (count: number) => `[2001:db8:0:30::7]:${4000 + count}`],
  ["addresses of one /64", (count: number) => `2001:db8:0:31:${count}::${count}`],
  [
    "spellings of one address",
    (count: number) =>
      ["203.0.113.32", "::ffff:203.0.113.32", "::FFFF:CB00:7120", "64:ff9b::cb00:7120"][count],
  ],
])("%s do not evade a rate limit", async (_, addressFor) => {
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await attempt(addressFor(count))).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
});

test("addresses of two /64 networks have separate rate limits", async () => {
  for (let count = 0; count < 4; count++) await attempt("2001:db8:0:40::1");
  expect((await attempt("2001:db8:0:40::2")).status).toBe(429);
  expect((await attempt("2001:db8:0:41::1")).status).toBe(400);
});

test("redirects to a provider are limited per address, because each stores a row for days", async () => {
  const startSignIn = async (address: string) => {
    const path = "/authorize?provider=google";
    return (await wire.app.request(path, { headers: { "x-forwarded-for": address } })).status;
  };
  expect(await startSignIn("203.0.113.60")).toBe(302);
  await database.query(sql`update portico.rate_limits set tokens = 0 where bucket ~ '\\.60$'`);
  expect([await startSignIn("203.0.113.60"), await startSignIn("203.0.113.61")]).toEqual([
    429, 302,
  ]);
});

test("the bucket of an address without requests for an hour is deleted", async () => {
  await attempt("203.0.113.20");
  await database.query(
    sql`update portico.rate_limits set refilled_at = refilled_at - interval '1 hour'`,
  );
  await attempt("203.0.113.21");
  const { rows } = await database.query(sql`select bucket from portico.rate_limits`);
  expect(rows).toEqual([{ bucket: "sign_in_sign_ups 203.0.113.21" }]);
});
