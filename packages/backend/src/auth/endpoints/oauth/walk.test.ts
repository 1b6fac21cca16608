import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "../../../../test/auth/auth-fixture.ts";
import {
  allowInsecure,
  approveConsent,
  authorize,
  authorizeAndExchange,
  exchange,
  type OAuthServerFixture,
  oauthServerFixture,
  registerApplication,
  siteUrl,
} from "../../../../test/auth/oauth-server.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let fixture: OAuthServerFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await oauthServerFixture(database);
});
afterAll(async () => {
  await fixture.close();
  await database.close();
});

const refresh = async (app: Awaited<ReturnType<typeof registerApplication>>, token: string) =>
  oauth.processRefreshTokenResponse(
    app.server,
    app.client,
    await oauth.refreshTokenGrantRequest(
      app.server,
      app.client,
      app.authentication,
      token,
      allowInsecure,
    ),
  );

test("a session without the required second factor can neither authorize an application nor revoke its grant", async () => {
  const person = await fixture.person("aal1@example.com");
  const app = await registerApplication(fixture.issuer, "none");
  const authorizationRequest = await authorize(app, { scope: "openid" });
  const { data: userData } = await person.getUser();
  await database.query(sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${userData.user?.id}, 'phone', 'totp', 'verified', now(), now())`);
  for (const { error } of [
    await person.oauth.getAuthorizationDetails(authorizationRequest.id),
    await person.oauth.approveAuthorization(authorizationRequest.id),
    await person.oauth.revokeGrant({ clientId: app.client.client_id }),
  ]) {
    expect(error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
      message: "AAL2 session is required to manage applications when MFA is enabled",
    });
  }
});

describe("an ordinary OAuth client", () => {
  test.each(["none", "client_secret_basic", "client_secret_post"] as const)(
    "an OAuth client signs a user in with %s",
    async (method) => {
      const email = `${method}@example.com`;
      const person = await fixture.person(email);
      const app = await registerApplication(fixture.issuer, method);
      const authorizationRequest = await authorize(app, { scope: "openid email profile" });
      expect(authorizationRequest.location.href).toMatch(
        new RegExp(`^${siteUrl}/oauth/consent\\?authorization_id=[a-z0-9]{32}$`),
      );

      const { data: details } = await person.oauth.getAuthorizationDetails(authorizationRequest.id);
      const { data: userData } = await person.getUser();
      const id = userData.user?.id ?? "";
      expect(details).toEqual({
        authorization_id: authorizationRequest.id,
        redirect_uri: "https://app.example/callback",
        client: { id: app.client.client_id, name: "App" },
        user: { id, email },
        scope: "openid email profile",
      });

      const redirectUrl = await approveConsent(person, authorizationRequest);
      const response = await exchange(app, authorizationRequest, redirectUrl);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const tokens = await oauth.processAuthorizationCodeResponse(
        app.server,
        app.client,
        response,
        { expectedNonce: authorizationRequest.nonce, requireIdToken: true },
      );
      await oauth.validateApplicationLevelSignature(app.server, response, allowInsecure);
      expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
        sub: id,
        aud: app.client.client_id,
        client_id: app.client.client_id,
        email,
        email_verified: true,
        name: email,
        phone_number_verified: false,
        auth_time: expect.any(Number),
      });
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        sub: id,
        aud: "authenticated",
        role: "authenticated",
        client_id: app.client.client_id,
        scope: "openid email profile",
        amr: [{ method: "oauth_provider/authorization_code" }],
      });

      const userInfo = await oauth.processUserInfoResponse(
        app.server,
        app.client,
        id,
        await oauth.userInfoRequest(app.server, app.client, tokens.access_token, allowInsecure),
      );
      expect(userInfo).toMatchObject({ sub: id, email, email_verified: true, name: email });
      expect(userInfo).not.toHaveProperty("phone");

      const refreshedTokens = await refresh(app, tokens.refresh_token ?? "");
      expect(refreshedTokens.refresh_token).not.toBe(tokens.refresh_token);
      expect(decodeJwt(refreshedTokens.access_token)).toMatchObject({
        client_id: app.client.client_id,
        session_id: decodeJwt(tokens.access_token)["session_id"],
      });
    },
  );

  test("an OAuth client needs no new consent for granted scopes, but needs it for further scopes", async () => {
    const person = await fixture.person("often@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    await approveConsent(person, await authorize(app, { scope: "openid email" }));

    const secondRequest = await authorize(app, { scope: "email" });
    const { data } = await person.oauth.getAuthorizationDetails(secondRequest.id);
    expect(data).toEqual({ redirect_url: expect.stringContaining("code=") });
    const redirectUrl = new URL(data && "redirect_url" in data ? data.redirect_url : "");
    const response = await exchange(app, secondRequest, redirectUrl);
    const tokens = await response.json();
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
    });

    const widerRequest = await authorize(app, { scope: "email phone" });
    const { data: details } = await person.oauth.getAuthorizationDetails(widerRequest.id);
    expect(details).toMatchObject({ authorization_id: widerRequest.id, scope: "email phone" });
  });

  test("an OAuth client needs new consent after a password reset", async () => {
    const email = "reset@example.com";
    const person = await fixture.person(email);
    const app = await registerApplication(fixture.issuer, "none");
    const tokens = await authorizeAndExchange(app, person);
    const owner = fixture.wire.client();
    await owner.resetPasswordForEmail(email);
    const token = fixture.wire.emailTo(email).code ?? "";
    await owner.verifyOtp({ email, token, type: "recovery" });
    expect((await owner.updateUser({ password: "a password of her own" })).error).toBeNull();
    await expect(refresh(app, tokens.refresh_token)).rejects.toThrow(oauth.ResponseBodyError);
    const { data } = await owner.oauth.getAuthorizationDetails((await authorize(app)).id);
    expect(data).toHaveProperty("client");
  });

  test("an OAuth client loses access when its grant is revoked", async () => {
    const person = await fixture.person("revoking@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    const tokens = await authorizeAndExchange(app, person);
    const pendingAuthorization = await authorize(app);
    const code = await approveConsent(person, pendingAuthorization);

    const { data: grants } = await person.oauth.listGrants();
    expect(grants).toEqual([
      {
        client: { id: app.client.client_id, name: "App" },
        scopes: ["openid", "email"],
        granted_at: expect.any(String),
      },
    ]);
    const { error } = await person.oauth.revokeGrant({ clientId: app.client.client_id });
    expect(error).toBeNull();
    expect((await person.oauth.listGrants()).data).toEqual([]);
    expect((await person.getUser()).error).toBeNull();

    const authorization = `Bearer ${tokens.access_token}`;
    expect(await fixture.wire.get("/oauth/userinfo", { authorization })).toMatchObject({
      status: 403,
    });
    await expect(refresh(app, tokens.refresh_token)).rejects.toThrow(oauth.ResponseBodyError);
    expect(await (await exchange(app, pendingAuthorization, code)).json()).toMatchObject({
      error: "invalid_grant",
    });
    const { rows } = await database.query(sql`
      select payload -> 'traits' ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'action' = 'token_revoked'`);
    expect(rows).toContainEqual({ action: "revoke_oauth_grant" });

    const { error: repeatedError } = await person.oauth.revokeGrant({
      clientId: app.client.client_id,
    });
    expect(repeatedError).toMatchObject({ status: 404, code: "oauth_consent_not_found" });
  });

  test("an OAuth client cannot use another client's tokens", async () => {
    const person = await fixture.person("separate@example.com");
    const [app, otherApp] = [
      await registerApplication(fixture.issuer, "none"),
      await registerApplication(fixture.issuer, "client_secret_basic"),
    ];
    const tokens = await authorizeAndExchange(app, person);
    await expect(refresh(otherApp, tokens.refresh_token)).rejects.toMatchObject({
      error: "invalid_client",
      error_description: "Client does not match the session's OAuth client",
    });
    const { data } = await person.getSession();
    await expect(refresh(app, data.session?.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_client",
      error_description: "Client authentication not allowed for non-OAuth session",
    });
    const path = "/token?grant_type=refresh_token";
    const browserResponse = await fixture.wire.post(path, { refresh_token: tokens.refresh_token });
    expect(browserResponse.body).toEqual({
      error: "invalid_client",
      error_description: "Client authentication required for OAuth session",
    });
    expect((await refresh(app, tokens.refresh_token)).access_token).toBeTruthy();
  });

  test("an OAuth client's ID token is not accepted as an access token", async () => {
    const person = await fixture.person("bearer@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    const tokens = await authorizeAndExchange(app, person);
    const authorization = `Bearer ${tokens.id_token}`;
    expect(await fixture.wire.get("/user", { authorization, ...apiVersion })).toMatchObject({
      status: 403,
      body: { code: "bad_jwt" },
    });
  });

  test.each([
    { scope: "openid", visibleFields: [] },
    { scope: "openid email", visibleFields: ["email"] },
    { scope: "phone", visibleFields: ["phone"] },
    { scope: "openid profile", visibleFields: ["name"] },
    { scope: "openid email phone profile", visibleFields: ["email", "phone", "name"] },
  ])(
    "the scope $scope limits the user in every response and token in the same way",
    async ({ scope, visibleFields }) => {
      const email = `scope-${scope.replaceAll(" ", "-")}@example.com`;
      const person = await fixture.person(email);
      const { data: updatedUser } = await person.updateUser({ data: { name: "Ada Lovelace" } });
      const phone = String(Math.floor(Math.random() * 1e9) + 4_500_000_000);
      await database.query(sql`
      update auth.users set phone = ${phone}, phone_confirmed_at = now(),
        email_change = ${`next-of-${email}`} where id = ${updatedUser.user?.id}`);
      const app = await registerApplication(fixture.issuer, "none");
      const tokens = await authorizeAndExchange(app, person, { scope });
      const refreshedTokens = await refresh(app, tokens.refresh_token);
      const authorization = `Bearer ${refreshedTokens.access_token}`;
      const representations = {
        "GET /user": (await fixture.wire.get("/user", { authorization })).body,
        "GET /oauth/userinfo": (await fixture.wire.get("/oauth/userinfo", { authorization })).body,
        "the access token": decodeJwt(tokens.access_token),
        "the next access token": decodeJwt(refreshedTokens.access_token),
        "the ID token": tokens.id_token ? decodeJwt(tokens.id_token) : {},
      };
      const values = { email, phone, name: "Ada Lovelace" };
      for (const [name, representation] of Object.entries(representations)) {
        const text = JSON.stringify(representation);
        for (const [label, value] of Object.entries(values)) {
          if (!visibleFields.includes(label))
            expect(text, `${label} in ${name}`).not.toContain(value);
          else if (name !== "the ID token") expect(text, `${label} in ${name}`).toContain(value);
        }
      }
      const { id, role, identities } = representations["GET /user"];
      expect({ id, role, identities }).toEqual({
        id: updatedUser.user?.id,
        role: "authenticated",
        identities: [],
      });
      expect(JSON.stringify(representations["GET /user"])).not.toContain("next-of");
      expect((await person.getUser()).data.user).toMatchObject({ email, phone });
    },
  );

  test("an OAuth client can neither change the account nor consent for its user", async () => {
    const person = await fixture.person("owned@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    const tokens = await authorizeAndExchange(app, person);
    const widerRequest = await authorize(app, { scope: "openid email phone" });
    const headers = {
      authorization: `Bearer ${tokens.access_token}`,
      "content-type": "application/json",
      ...apiVersion,
    };
    const sendRequest = async (method: string, path: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fixture.wire.app.request(path, init);
      return { status: response.status, body: await response.text() };
    };
    const consentPath = `/oauth/authorizations/${widerRequest.id}`;
    for (const [method, path, body] of [
      ["PUT", "/user", { password: "the application's own" }],
      ["PUT", "/user", { email: "application@example.com" }],
      ["PUT", "/user", { data: { plan: "gold" } }],
      ["POST", "/factors", { factor_type: "totp", friendly_name: "application's" }],
      ["GET", "/user/identities/authorize?provider=github"],
      ["GET", "/reauthenticate"],
      ["GET", "/user/oauth/grants"],
      ["DELETE", `/user/oauth/grants?client_id=${app.client.client_id}`],
      ["GET", consentPath],
      ["POST", `${consentPath}/consent`, { action: "approve" }],
    ] as const) {
      const { status, body: text } = await sendRequest(method, path, body);
      expect([path, status, text]).toEqual([
        path,
        403,
        expect.stringContaining('"code":"no_authorization"'),
      ]);
    }
    expect((await sendRequest("GET", "/user")).status).toBe(200);

    expect((await sendRequest("POST", "/logout?scope=global")).status).toBe(204);
    expect((await sendRequest("GET", "/user")).status).toBe(403);
    expect((await person.getUser()).error).toBeNull();
  });

  test("an OAuth client cannot exchange a code that was issued before a password change", async () => {
    const person = await fixture.person("careful@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    const authorizationRequest = await authorize(app);
    const redirectUrl = await approveConsent(person, authorizationRequest);
    expect((await person.updateUser({ password: "another horse" })).error).toBeNull();
    expect(await (await exchange(app, authorizationRequest, redirectUrl)).json()).toMatchObject({
      error: "invalid_grant",
    });
  });

  test("an OAuth client's registered redirect URL is not changed, and the response is added to its query", async () => {
    const person = await fixture.person("denies@example.com");
    const { data } = await fixture.admin().oauth.createClient({
      client_name: "Native",
      redirect_uris: ["com.example.app://back?from=us"],
      token_endpoint_auth_method: "none",
    });
    const app = await registerApplication(fixture.issuer, "none");
    const nativeApp = { ...app, client: { client_id: data?.client_id ?? "" } };
    const authorizationRequest = await authorize(nativeApp, {
      redirect_uri: "com.example.app://back?from=us",
    });
    await person.oauth.getAuthorizationDetails(authorizationRequest.id);
    const { data: denial } = await person.oauth.denyAuthorization(authorizationRequest.id);
    expect(denial?.redirect_url).toBe(
      "com.example.app://back?error=access_denied&error_description=User+denied+the+request" +
        `&from=us&state=${authorizationRequest.state}`,
    );
    const { error } = await person.oauth.approveAuthorization(authorizationRequest.id);
    expect(error).toMatchObject({
      status: 400,
      message: "authorization request is no longer pending",
    });
  });
});

test("the database contains no secret and no code in plain text", async () => {
  const person = await fixture.person("rest@example.com");
  const app = await registerApplication(fixture.issuer, "client_secret_basic");
  const redirectUrl = await approveConsent(person, await authorize(app));
  const secrets = [redirectUrl.searchParams.get("code"), app.client["client_secret"]].map(String);
  const { rows } = await database.query<{ row: string }>(sql`
    select to_json(c)::text as row from auth.oauth_clients c
    union all select to_json(a)::text from auth.oauth_authorizations a`);
  const text = rows.map(({ row }) => row).join("\n");
  expect(text).toContain(app.client.client_id);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    expect(text).not.toContain(secret);
  }
});
