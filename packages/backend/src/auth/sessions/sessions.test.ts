import { decodeJwt } from "jose";
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
import { lockUser } from "../users/users.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}`, ...apiVersion });

const refresh = (token: string) =>
  wire.post("/token?grant_type=refresh_token", { refresh_token: token }, apiVersion);

/** Backdates all sessions by a number of seconds. */
const backdateSessions = (seconds: number) =>
  database.query(sql`
    update auth.sessions set created_at = created_at - make_interval(secs => ${seconds}),
      updated_at = updated_at - make_interval(secs => ${seconds}),
      refreshed_at = refreshed_at - make_interval(secs => ${seconds})`);

describe("signing in with a password", () => {
  test("a password sign-in returns a session whose token describes the user", async () => {
    await wire.signedIn("claims@example.com");
    const response = await wire.post("/token?grant_type=password", {
      email: "Claims@example.com",
      password,
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      user: { email: "claims@example.com", email_confirmed_at: expect.any(String) },
    });
    const { user } = response.body;
    expect(decodeJwt(response.body.access_token)).toEqual({
      iss: "http://localhost:3000/auth/v1",
      sub: user.id,
      aud: "authenticated",
      exp: response.body.expires_at,
      iat: response.body.expires_at - 3600,
      email: "claims@example.com",
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: user.user_metadata,
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
  });

  test("a wrong password and an unknown user get the same response", async () => {
    await wire.signedIn("right@example.com");
    for (const email of ["right@example.com", "nobody@example.com"]) {
      const response = await wire.post(
        "/token?grant_type=password",
        { email, password: "wrong" },
        apiVersion,
      );
      expect(response.status).toBe(400);
      expect(response.body).toEqual({
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });

  test("a password sign-in fails if the password changes during the comparison", async () => {
    const client = await wire.signedIn("meanwhile@example.com");
    const { data } = await client.getUser();
    const { pendingSignIn } = await database.transaction(async (connection) => {
      await lockUser(connection, data.user?.id ?? "");
      const pendingSignIn = wire.post(
        "/token?grant_type=password",
        { email: "meanwhile@example.com", password },
        apiVersion,
      );
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await connection.query(sql`
        update auth.users set encrypted_password = 'another' where id = ${data.user?.id}`);
      return { pendingSignIn };
    });
    expect(await pendingSignIn).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials" },
    });
  });

  test("a password sign-in is refused to banned users", async () => {
    const client = await wire.signedIn("banned@example.com");
    const { access, refresh: token } = await tokensOf(client);
    await database.query(
      sql`update auth.users set banned_until = now() + interval '1 day' where email = 'banned@example.com'`,
    );
    const { error } = await client.signInWithPassword({ email: "banned@example.com", password });
    expect(error).toMatchObject({ status: 400, code: "user_banned", message: "User is banned" });
    expect(await wire.get("/user", bearer(access))).toMatchObject({
      status: 403,
      body: { code: "user_banned" },
    });
    expect((await refresh(token)).body).toEqual({
      code: "user_banned",
      message: "Invalid Refresh Token: User Banned",
    });
  });

  test("a session ends with a ban and does not continue afterwards", async () => {
    const client = await wire.signedIn("pardoned@example.com");
    const { refresh: token } = await tokensOf(client);
    const { data } = await client.getUser();
    const ban = (ban_duration: string) =>
      wire.admin().updateUserById(data.user?.id ?? "", { ban_duration });
    await ban("1h");
    expect((await refresh(token)).body).toMatchObject({ code: "user_banned" });
    await ban("none");
    expect((await refresh(token)).body).toMatchObject({ code: "session_expired" });
    const { error } = await client.signInWithPassword({ email: "pardoned@example.com", password });
    expect(error).toBeNull();
    expect((await refresh((await tokensOf(client)).refresh)).status).toBe(200);
  });

  test("an unknown grant type is refused", async () => {
    expect(await wire.post("/token?grant_type=magic", {}, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials", message: "unsupported_grant_type" },
    });
  });
});

describe("refreshing", () => {
  test("each refresh returns the next token of the same session", async () => {
    const client = await wire.signedIn("rotate@example.com");
    const earlierTokens = await tokensOf(client);
    const { data } = await client.refreshSession();
    expect(data.session?.refresh_token).not.toBe(earlierTokens.refresh);
    expect(decodeJwt(data.session?.access_token ?? "")["session_id"]).toBe(
      decodeJwt(earlierTokens.access)["session_id"],
    );
  });

  test("ten tabs that refresh at the same time get the same token, and no tab is signed out", async () => {
    const client = await wire.signedIn("tabs@example.com");
    const { refresh: token } = await tokensOf(client);
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect((await refresh(responses[0]?.body.refresh_token)).status).toBe(200);
  });

  test("a refresh token whose response was lost can be used again much later", async () => {
    const client = await wire.signedIn("lost-answer@example.com");
    const { refresh: firstToken } = await tokensOf(client);
    const secondToken = (await refresh(firstToken)).body.refresh_token;
    await backdateSessions(60);
    expect((await refresh(firstToken)).body.refresh_token).toBe(secondToken);
  });

  test("a reused refresh token ends the stolen session", async () => {
    const client = await wire.signedIn("stolen@example.com");
    const { refresh: firstToken } = await tokensOf(client);
    const secondToken = (await refresh(firstToken)).body.refresh_token;
    const latestTokens = (await refresh(secondToken)).body;
    await backdateSessions(60);
    expect(await refresh(firstToken)).toMatchObject({
      status: 400,
      body: {
        code: "refresh_token_already_used",
        message: "Invalid Refresh Token: Already Used",
      },
    });
    expect((await refresh(latestTokens.refresh_token)).body.code).toBe("refresh_token_not_found");
    expect(await wire.get("/user", bearer(latestTokens.access_token))).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
  });

  test("a refresh token that is reused repeatedly does not extend its own reuse interval", async () => {
    const client = await wire.signedIn("every-seven-seconds@example.com");
    const { refresh: firstToken } = await tokensOf(client);
    const secondToken = (await refresh(firstToken)).body.refresh_token;
    const latestTokens = (await refresh(secondToken)).body;
    await backdateSessions(7);
    expect((await refresh(firstToken)).body.refresh_token).toBe(latestTokens.refresh_token);
    await backdateSessions(7);
    expect(await refresh(firstToken)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_already_used" },
    });
    expect((await refresh(latestTokens.refresh_token)).body.code).toBe("refresh_token_not_found");
  });

  test("a reused refresh token counts as activity", async () => {
    const limitedWire = await authFixture(database, {
      auth: { sessions: { inactivity_timeout: "1h" } },
    });
    const refresh = (refresh_token: string) =>
      limitedWire.post("/token?grant_type=refresh_token", { refresh_token }, apiVersion);
    const { refresh: firstToken } = await tokensOf(
      await limitedWire.signedIn("signs-of-life@example.com"),
    );
    expect((await refresh(firstToken)).status).toBe(200);
    await backdateSessions(3500);
    const repeatedRefresh = await refresh(firstToken);
    await backdateSessions(3500);
    expect((await refresh(repeatedRefresh.body.refresh_token)).status).toBe(200);
  });

  test("a refresh token that was never issued is refused", async () => {
    const client = await wire.signedIn("forged@example.com");
    const { refresh: token } = await tokensOf(client);
    const forgedToken = Buffer.from(token, "base64url");
    forgedToken[20] = (forgedToken[20] ?? 0) ^ 1;
    const cases = [
      ["abc", "validation_failed"],
      ["abcdefghijkl", "refresh_token_not_found"],
      [forgedToken.toString("base64url"), "validation_failed"],
      [`${token}AAAA`, "validation_failed"],
      ["", "validation_failed"],
    ] as const;
    for (const [text, code] of cases) {
      expect(await refresh(text)).toMatchObject({ status: 400, body: { code } });
    }
    expect((await refresh(token)).status).toBe(200);
  });

  test("a refresh is refused after the project's session lifetime", async () => {
    const client = await wire.signedIn("short@example.com");
    const { refresh: token } = await tokensOf(client);
    const limitedWire = await authFixture(database, { auth: { sessions: { timebox: "1h" } } });
    await backdateSessions(3700);
    const response = await limitedWire.post("/token?grant_type=refresh_token", {
      refresh_token: token,
    });
    expect(response.body).toMatchObject({
      error_code: "session_expired",
      msg: "Invalid Refresh Token: Session Expired",
    });
  });

  test("a refresh is refused after the project's inactivity timeout, for that session only", async () => {
    const client = await wire.signedIn("quiet@example.com");
    const { refresh: token } = await tokensOf(client);
    const limitedWire = await authFixture(database, {
      auth: { sessions: { inactivity_timeout: "1h" } },
    });
    const refresh = (refresh_token: string) =>
      limitedWire.post("/token?grant_type=refresh_token", { refresh_token }, apiVersion);
    await backdateSessions(3500);
    const nextRefresh = await refresh(token);
    expect(nextRefresh.status).toBe(200);
    await backdateSessions(3500);
    const lastRefresh = await refresh(nextRefresh.body.refresh_token);
    expect(lastRefresh.status).toBe(200);
    await backdateSessions(3700);
    expect(await refresh(lastRefresh.body.refresh_token)).toMatchObject({
      status: 400,
      body: {
        code: "session_expired",
        message: "Invalid Refresh Token: Session Expired (Inactivity)",
      },
    });
  });

  test("a refresh works only in the latest session if the project allows one session", async () => {
    const limitedWire = await authFixture(
      database,
      { auth: { sessions: { timebox: "24h" } } },
      undefined,
      { switches: { singleSession: true } },
    );
    const refresh = (refresh_token: string) =>
      limitedWire.post("/token?grant_type=refresh_token", { refresh_token }, apiVersion);
    const firstTokens = await tokensOf(await limitedWire.signedIn("one-place@example.com"));
    await backdateSessions(10);
    const otherClient = limitedWire.client();
    await otherClient.signInWithPassword({ email: "one-place@example.com", password });
    const secondTokens = await tokensOf(otherClient);
    expect(await refresh(firstTokens.refresh)).toMatchObject({
      status: 400,
      body: {
        code: "session_expired",
        message: "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
      },
    });
    expect((await refresh(secondTokens.refresh)).status).toBe(200);

    // An expired session does not replace an older one.
    await database.query(sql`
      update auth.sessions set not_after = now() - interval '1 minute'
      where id = ${decodeJwt(secondTokens.access)["session_id"]}`);
    expect((await refresh(firstTokens.refresh)).status).toBe(200);
  });
});

describe("signing out", () => {
  test.each([
    ["global", [403, 403]],
    ["local", [403, 200]],
    ["others", [200, 403]],
  ] as const)(
    "a sign-out with scope %s ends the sessions of the scope",
    async (scope, statuses) => {
      const email = `${scope}@example.com`;
      const client = await wire.signedIn(email);
      const otherClient = wire.client();
      await otherClient.signInWithPassword({ email, password });
      const tokens = [await tokensOf(client), await tokensOf(otherClient)];
      const { error } = await client.signOut({ scope });
      expect(error).toBeNull();
      const responses = await Promise.all(
        tokens.map(({ access }) => wire.get("/user", bearer(access))),
      );
      expect(responses.map(({ status }) => status)).toEqual(statuses);
    },
  );

  test("a sign-out with an unknown scope is refused", async () => {
    const client = await wire.signedIn("scope@example.com");
    const { access } = await tokensOf(client);
    expect(await wire.post("/logout?scope=galaxy", {}, bearer(access))).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: 'Unsupported logout scope "galaxy"' },
    });
  });
});

test("the client verifies a token with the key set", async () => {
  const client = await wire.signedIn("offline@example.com");
  const { data } = await client.getClaims();
  expect(data?.header.alg).toBe("ES256");
  expect(data?.claims.email).toBe("offline@example.com");
});
