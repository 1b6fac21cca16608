import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
  tokensOf,
} from "../../../test/auth/auth-fixture.ts";
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

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}`, ...apiVersion });

/** Backdates all sessions by a number of seconds. */
const backdateSessions = (seconds: number) =>
  database.query(sql`
    update auth.sessions set created_at = created_at - make_interval(secs => ${seconds}),
      refreshed_at = refreshed_at - make_interval(secs => ${seconds})`);

describe("the user", () => {
  test("GET /user requires a token", async () => {
    expect(await wire.get("/user", apiVersion)).toMatchObject({
      status: 401,
      body: { code: "no_authorization", message: "This endpoint requires a valid Bearer token" },
    });
    expect(await wire.get("/user", bearer("abc"))).toMatchObject({
      status: 403,
      body: {
        code: "bad_jwt",
        message:
          "invalid JWT: unable to parse or verify signature, token is malformed: token contains an invalid number of segments",
      },
    });
    const now = Math.floor(Date.now() / 1000);
    const expiredToken = await wire.auth.accessTokens.sign({ sub: "x", exp: now - 100 });
    expect((await wire.get("/user", bearer(expiredToken))).body.message).toMatch(
      /token is expired/,
    );
    const anonymousResponse = await wire.get("/user", bearer(wire.auth.keys.anon));
    expect(anonymousResponse).toMatchObject({
      status: 403,
      body: { code: "bad_jwt", message: "invalid claim: missing sub claim" },
    });
  });

  test("forty simultaneous requests each get their own user, and ended sessions get none", async () => {
    const emails = Array.from({ length: 10 }, (_, n) => `together-${n}@example.com`);
    const tokens = await Promise.all(
      emails.map(async (email) => (await tokensOf(await wire.signedIn(email))).access),
    );
    const endedClient = await wire.signedIn("together-ended@example.com");
    const { access: endedToken } = await tokensOf(endedClient);
    await endedClient.signOut({ scope: "local" });

    const readUser = (token: string) => wire.get("/user", bearer(token));
    const tokensFourTimes = [tokens, tokens, tokens, tokens].flat();
    const [refusal, ...responses] = await Promise.all([
      readUser(endedToken),
      ...tokensFourTimes.map(readUser),
    ]);
    expect(refusal).toMatchObject({ status: 403, body: { code: "session_not_found" } });
    expect(responses.map(({ body }) => [body.email, body.identities[0].email])).toEqual(
      [emails, emails, emails, emails].flat().map((email) => [email, email]),
    );
  });

  test("changing the password ends the user's other sessions", async () => {
    const email = "password@example.com";
    const client = await wire.signedIn(email);
    const otherClient = wire.client();
    await otherClient.signInWithPassword({ email, password });
    expect((await client.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: "same_password",
      message: "New password should be different from the old password.",
    });
    for (const weakPassword of ["short", ""]) {
      const { error } = await client.updateUser({ password: weakPassword });
      expect(error?.name).toBe("AuthWeakPasswordError");
    }
    expect((await client.updateUser({ password: "battery staple" })).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await otherClient.refreshSession()).error?.code).toBe("refresh_token_not_found");
    const { error } = await otherClient.signInWithPassword({ email, password: "battery staple" });
    expect(error).toBeNull();
  });

  test("changing user metadata merges it by key", async () => {
    const client = await wire.signedIn("data@example.com");
    await client.updateUser({ data: { name: "Ada", colour: "green" } });
    const { data } = await client.updateUser({ data: { colour: null, born: 1815 } });
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", born: 1815 });
    expect(data.user?.user_metadata).not.toHaveProperty("colour");
  });

  test("user metadata is limited to the size that fits into a token, and can always be reduced", async () => {
    const client = await wire.signedIn("hoarder@example.com");
    const refusal = { status: 422, code: "validation_failed" };
    const halfOfMaxLength = "x".repeat(40_000);
    const setMetadata = (data: object) => client.updateUser({ data });
    expect((await setMetadata({ one: halfOfMaxLength })).error).toBeNull();
    expect((await setMetadata({ two: halfOfMaxLength })).error).toMatchObject(refusal);
    expect((await setMetadata({ one: null, two: halfOfMaxLength })).error).toBeNull();

    await database.query(sql`
      update auth.users set raw_user_meta_data = jsonb_build_object('old', repeat('y', 200000))
      where email = 'hoarder@example.com'`);
    expect((await setMetadata({ more: 1 })).error).toMatchObject(refusal);
    expect((await setMetadata({ old: "y".repeat(100_000) })).error).toBeNull();
    expect((await setMetadata({ old: "short" })).error).toBeNull();
  });

  test("metadata at sign-up has the same limit, in every sign-up method", async () => {
    const data = { text: "x".repeat(70_000) };
    const refusal = { status: 422, body: { code: "validation_failed" } };
    const sendSignUp = (path: string, body: object) =>
      wire.post(path, { email: "heavy@example.com", password, data, ...body }, apiVersion);
    expect(await sendSignUp("/signup", {})).toMatchObject(refusal);
    expect(await sendSignUp("/signup", { email: "", password: "" })).toMatchObject(refusal);
    expect(await sendSignUp("/otp", {})).toMatchObject(refusal);
    expect(await sendSignUp("/magiclink", {})).toMatchObject(refusal);
  });

  test("a user cannot change attributes that only administrators may change", async () => {
    const client = await wire.signedIn("climber@example.com");
    const { access } = await tokensOf(client);
    const response = await wire.app.request("/user", {
      method: "PUT",
      headers: { ...bearer(access), "content-type": "application/json" },
      body: JSON.stringify({ app_metadata: { role: "admin" } }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "not_admin" });
  });

  test("a session older than a day must reauthenticate if the project requires it", async () => {
    const withStrictPasswords = await authFixture(database, {
      auth: { email: { secure_password_change: true } },
    });
    const client = await withStrictPasswords.signedIn("nonce@example.com");
    await backdateSessions(25 * 60 * 60);
    const refusal = await client.updateUser({ password: "new password" });
    expect(refusal.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    await client.reauthenticate();
    const nonce = withStrictPasswords.emailTo("nonce@example.com").code ?? "";
    const wrongNonce = await client.updateUser({ password: "new password", nonce: "000000x" });
    expect(wrongNonce.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    expect((await client.updateUser({ password: "new password", nonce })).error).toBeNull();
  });

  test.each([
    ["config.toml", { auth: { email: { require_current_password: true } } }, {}],
    ["an environment variable", {}, { switches: { requiresCurrentPassword: true } }],
  ])(
    "changing the password requires the current one if %s requires it, unless a link opened the session",
    async (setting, config, options) => {
      const withStrictPasswords = await authFixture(database, config, undefined, options);
      const email = `knows-${setting.length}@example.com`;
      await withStrictPasswords.signedIn(email);
      const client = withStrictPasswords.client();
      await client.signInWithPassword({ email, password });
      const change = (current_password?: string) =>
        client.updateUser({
          password: "new password",
          ...(current_password && { current_password }),
        });
      const message = "Current password required when setting new password.";
      const requiredError = { status: 400, code: "current_password_required", message };
      expect((await change()).error).toMatchObject(requiredError);
      const invalid = { status: 400, code: "current_password_invalid", message };
      expect((await change("a guess")).error).toMatchObject(invalid);
      expect((await change(password)).error).toBeNull();

      await withStrictPasswords.post("/recover", { email });
      const token = withStrictPasswords.emailTo(email).code ?? "";
      const recoveredClient = withStrictPasswords.client();
      await recoveredClient.verifyOtp({ email, token, type: "recovery" });
      expect((await recoveredClient.updateUser({ password: "remembered now" })).error).toBeNull();
    },
  );
});
