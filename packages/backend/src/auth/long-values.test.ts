import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion } from "../../test/auth.ts";
import { openTestDatabase } from "../../test/database.ts";
import { type FactorFixture, factorFixture, sessionOf } from "../../test/factors.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

let database: Database;
let factors: FactorFixture;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  factors = await factorFixture(database);
  wire = factors.wire;
});
afterAll(() => database.close());

/** Random bytes, because an index would compress repeated characters. */
const long = randomBytes(8000).toString("hex");
const admin = () => ({ apikey: wire.auth.keys.secret });

describe("a value longer than its column", () => {
  test.each([
    ["email", `${long}@example.com`],
    ["phone", "9".repeat(16_000)],
  ])(
    "a value that is too long for its column is nobody's %s and signs in to no account",
    async (name, value) => {
      const credentials = { [name]: value, password: "correct horse" };
      const answer = await wire.post("/token?grant_type=password", credentials, apiVersion);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
    },
  );

  test.each([
    ["friendly_name", { friendly_name: long }],
    ["issuer", { issuer: long }],
    ["issuer whose letters take nine in an address", { issuer: "\u20ac".repeat(100) }],
  ])(
    "a value that is too long for its column is refused as the %s of a factor",
    async (name, parameters) => {
      const client = await wire.signedIn(`${name.length}@example.com`);
      const { access_token } = await sessionOf(client);
      const answer = await wire.post(
        "/factors",
        { factor_type: "totp", ...parameters },
        { authorization: `Bearer ${access_token}`, ...apiVersion },
      );
      expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    },
  );

  test.each(["role", "aud"])(
    "a value that is too long for its column is refused as the %s of a new user",
    async (name) => {
      const user = { email: "new@example.com", [name]: long };
      const answer = await wire.post("/admin/users", user, { ...admin(), ...apiVersion });
      expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    },
  );

  test("a value that is too long for its column matches nothing in lists", async () => {
    await wire.signedIn("listed@example.com");
    const users = await wire.get(`/admin/users?filter=${long}`, admin());
    expect([users.status, users.body.users]).toEqual([200, []]);
    const elsewhere = await wire.get("/admin/users", { ...admin(), "x-jwt-aud": long });
    expect([elsewhere.status, elsewhere.body.users]).toEqual([200, []]);
    const entries = await wire.get(`/admin/audit?query=author:${long}`, admin());
    expect([entries.status, entries.body]).toEqual([200, []]);
  });

  test("a browser's name that is too long for its column is truncated", async () => {
    const email = "browser@example.com";
    await wire.signedIn(email);
    const found = await wire.get("/admin/users?filter=browser", admin());
    const answer = await wire.post("/otp", { email }, { "user-agent": long });
    expect(answer.status).toBe(200);
    const code = wire.emailTo(email).text.match(/\b\d{6}\b/)?.[0];
    const verified = await wire.post(
      "/verify",
      { type: "email", email, token: code },
      { "user-agent": long },
    );
    expect(verified.status).toBe(200);
    const sessions = await database.query<{ user_agent: string }>(
      sql`select user_agent from auth.sessions where user_id = ${found.body.users[0].id}::uuid
        and user_agent is not null order by created_at desc limit 1`,
    );
    expect(sessions.rows[0]?.user_agent).toBe(long.slice(0, 1024));
  });
});
