import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  followLink,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { fragment } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const redirectTo = "http://localhost:3000/back?page=1";

const follow = (address: string, fixture = wire) => followLink(fixture, address);

const expiredLinkError = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
  sb: "",
};

describe("PKCE", () => {
  test("a new password and a global sign-out end a pending PKCE flow", async () => {
    const email = "pkce-then@example.com";
    const owner = await wire.signedIn(email);
    for (const change of [
      () => owner.updateUser({ password: "another horse" }),
      () => owner.signOut({ scope: "global" }),
    ]) {
      const client = wire.client("pkce");
      await database.query(sql`delete from portico.sending_clocks`);
      await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } });
      const code = (await follow(email)).searchParams.get("code") ?? "";
      expect((await change()).error).toBeNull();
      expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
        code: "flow_state_not_found",
      });
    }
  });

  test("a PKCE flow returns a code in the query, which the client that started it can exchange once", async () => {
    const email = "pkce@example.com";
    const client = wire.client("pkce");
    await client.signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    const finalUrl = await follow(email);
    expect(finalUrl.hash).toBe("");
    expect(finalUrl.searchParams.get("page")).toBe("1");
    const code = finalUrl.searchParams.get("code") ?? "";
    expect((await wire.client("pkce").exchangeCodeForSession(code)).error).not.toBeNull();
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const secondExchange = await wire.post(
      "/token?grant_type=pkce",
      { auth_code: code, code_verifier: "x".repeat(43) },
      apiVersion,
    );
    expect(secondExchange).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  });

  test("a PKCE flow distinguishes recovery from sign-in", async () => {
    const email = "pkce-recovery@example.com";
    await wire.signedIn(email);
    const client = wire.client("pkce");
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await client.resetPasswordForEmail(email, { redirectTo });
    const code = (await follow(email)).searchParams.get("code") ?? "";
    await client.exchangeCodeForSession(code);
    expect(events).toContain("PASSWORD_RECOVERY");
  });

  test("a PKCE flow refuses a wrong verifier, and a code after five minutes", async () => {
    const email = "pkce-wrong@example.com";
    await wire.signedIn(email);
    const client = wire.client("pkce");
    await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } });
    const code = (await follow(email)).searchParams.get("code") ?? "";
    const exchange = (verifier: string) =>
      wire.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier }, apiVersion);
    expect(await exchange("x".repeat(43))).toMatchObject({
      status: 400,
      body: { code: "bad_code_verifier" },
    });
    await database.query(sql`
      update auth.flow_state set auth_code_issued_at = auth_code_issued_at - interval '301 seconds'`);
    expect(await exchange("x".repeat(43))).toMatchObject({
      status: 422,
      body: { code: "flow_state_expired" },
    });
    expect(await exchange("")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  });

  test("an abandoned PKCE flow is deleted when another flow starts", async () => {
    const email = "pkce-lost@example.com";
    await wire.signedIn(email);
    await wire.client("pkce").signInWithOtp({ email });
    await database.query(sql`update auth.flow_state set created_at = now() - interval '3 days'`);
    await wire.client("pkce").signInWithOtp({ email });
    const { rows } = await database.query(sql`select count(*) from auth.flow_state`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("a PKCE flow reports errors in query and fragment", async () => {
    const email = "pkce-error@example.com";
    await wire.client("pkce").signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    await follow(email);
    const finalUrl = await follow(email);
    expect(fragment(finalUrl)).toEqual(expiredLinkError);
    expect(Object.fromEntries(finalUrl.searchParams)).toEqual({
      ...expiredLinkError,
      page: "1",
      sb: undefined,
    });
  });
});
