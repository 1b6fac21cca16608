import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion } from "../../test/auth/auth-fixture.ts";
import { type FactorFixture, factorFixture, sessionOf } from "../../test/auth/factors.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
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

/** A random value, because an index would compress repeated characters. */
const longValue = randomBytes(8000).toString("hex");
const admin = () => ({ apikey: wire.auth.keys.secret });

describe("a value longer than its column", () => {
  test.each([
    ["email", `${longValue}@example.com`],
    ["phone", "9".repeat(16_000)],
  ])(
    "a value that is too long for its column does not sign in to any account as the %s",
    async (name, value) => {
      const credentials = { [name]: value, password: "correct horse" };
      const response = await wire.post("/token?grant_type=password", credentials, apiVersion);
      expect(response).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
    },
  );

  test.each([
    ["friendly_name", { friendly_name: longValue }],
    ["issuer", { issuer: longValue }],
    ["issuer with characters that are escaped", { issuer: "\u20ac".repeat(100) }],
  ])(
    "a value that is too long for its column is refused as the %s of a factor",
    async (name, parameters) => {
      const client = await wire.signedIn(`${name.length}@example.com`);
      const { access_token } = await sessionOf(client);
      const response = await wire.post(
        "/factors",
        { factor_type: "totp", ...parameters },
        { authorization: `Bearer ${access_token}`, ...apiVersion },
      );
      expect(response).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    },
  );

  test.each(["role", "aud"])(
    "a value that is too long for its column is refused as the %s of a new user",
    async (name) => {
      const user = { email: "new@example.com", [name]: longValue };
      const response = await wire.post("/admin/users", user, { ...admin(), ...apiVersion });
      expect(response).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    },
  );

  test("a value that is too long for its column does not match any row in lists", async () => {
    await wire.signedIn("listed@example.com");
    const users = await wire.get(`/admin/users?filter=${longValue}`, admin());
    expect([users.status, users.body.users]).toEqual([200, []]);
    const otherAudience = await wire.get("/admin/users", { ...admin(), "x-jwt-aud": longValue });
    expect([otherAudience.status, otherAudience.body.users]).toEqual([200, []]);
    const entries = await wire.get(`/admin/audit?query=author:${longValue}`, admin());
    expect([entries.status, entries.body]).toEqual([200, []]);
  });

  test("a user agent that is too long is truncated", async () => {
    const email = "browser@example.com";
    await wire.signedIn(email);
    const users = await wire.get("/admin/users?filter=browser", admin());
    const response = await wire.post("/otp", { email }, { "user-agent": longValue });
    expect(response.status).toBe(200);
    const code = wire.emailTo(email).text.match(/\b\d{6}\b/)?.[0];
    const verification = await wire.post(
      "/verify",
      { type: "email", email, token: code },
      { "user-agent": longValue },
    );
    expect(verification.status).toBe(200);
    const sessions = await database.query<{ user_agent: string }>(
      sql`select user_agent from auth.sessions where user_id = ${users.body.users[0].id}::uuid
        and user_agent is not null order by created_at desc limit 1`,
    );
    expect(sessions.rows[0]?.user_agent).toBe(longValue.slice(0, 1024));
  });
});
