import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "../../../../test/auth/auth-fixture.ts";
import {
  type Application,
  approveConsent,
  authorize,
  authorizeAndExchange,
  callback,
  exchange,
  type OAuthServerFixture,
  oauthServerFixture,
  type PendingAuthorization,
  registerApplication,
} from "../../../../test/auth/oauth-server.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let fixture: OAuthServerFixture;
let ada: Awaited<ReturnType<OAuthServerFixture["person"]>>;
let app: Application;
let confidentialApp: Application;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await oauthServerFixture(database);
  ada = await fixture.person("ada@example.com");
  app = await registerApplication(fixture.issuer, "none");
  confidentialApp = await registerApplication(fixture.issuer, "client_secret_basic");
});
afterAll(async () => {
  await fixture.close();
  await database.close();
});

const unknownId = "00000000-0000-0000-0000-000000000000";

describe("authorization requests", () => {
  const get = async (query: Record<string, string>) => {
    const url = `${fixture.issuer}/oauth/authorize?${new URLSearchParams(query)}`;
    const response = await fetch(url, { redirect: "manual", headers: apiVersion });
    return { status: response.status, body: await response.json() };
  };

  test("authorization requests of one address are limited, because each is stored", async () => {
    const authorize = async (address: string) => {
      const headers = { ...apiVersion, "x-forwarded-for": address };
      return (await fetch(`${fixture.issuer}/oauth/authorize`, { headers })).status;
    };
    expect(await authorize("203.0.113.60")).toBe(400);
    await database.query(sql`update portico.rate_limits set tokens = 0 where bucket ~ '\\.60$'`);
    expect([await authorize("203.0.113.60"), await authorize("203.0.113.61")]).toEqual([429, 400]);
  });

  test("an authorization request with an invalid client or redirect URL does not redirect", async () => {
    const { client_id } = app.client;
    for (const [query, code, message] of [
      [{}, "validation_failed", "client_id is required"],
      [{ client_id }, "validation_failed", "redirect_uri is required"],
      [
        { client_id: "x", redirect_uri: callback },
        "oauth_client_not_found",
        "invalid client_id format",
      ],
      [
        { client_id: unknownId, redirect_uri: callback },
        "oauth_client_not_found",
        "invalid client_id",
      ],
      ...[
        `${callback}/`,
        `${callback}?x=1`,
        "https://APP.example/callback",
        "https://app.example.evil.example/callback",
        "http://app.example/callback",
      ].map(
        (redirect_uri) =>
          [{ client_id, redirect_uri }, "validation_failed", "invalid redirect_uri"] as const,
      ),
    ] as const) {
      expect(await get(query)).toEqual({ status: 400, body: { code, message } });
    }
  });

  test.each([
    [{ response_type: "token" }, "only response_type=code is supported"],
    [{ scope: "openid admin" }, "unsupported scope: admin"],
    [{ scope: "  " }, "scope parameter cannot be empty"],
    [{ resource: "x" }, "resource must be an absolute URI"],
    [{ resource: ":" }, "resource must be a valid URI"],
    [{ resource: "https://a/#b" }, "resource must not include a fragment component"],
    [{ resource: "https://a/?b" }, "resource must not include a query component"],
    [{ code_challenge: "" }, "PKCE flow requires both code_challenge and code_challenge_method"],
    [
      { code_challenge_method: "" },
      "PKCE flow requires both code_challenge and code_challenge_method",
    ],
    [{ code_challenge_method: "S512" }, "code_challenge_method must be 'S256'"],
    [{ code_challenge_method: "plain" }, "code_challenge_method must be 'S256'"],
    [{ code_challenge: "short" }, "code_challenge must be between 43 and 128 characters"],
  ])(
    "an invalid authorization request redirects with the error: %o",
    async (changes, description) => {
      const { location, state } = await authorize(app, changes);
      expect(location.origin + location.pathname).toBe(callback);
      expect(Object.fromEntries(location.searchParams)).toEqual({
        error: "invalid_request",
        error_description: description,
        state,
      });
    },
  );

  test("an authorization request that the database cannot store redirects with an error", async () => {
    for (const changes of [{ nonce: "x".repeat(256) }, { state: "\0" }]) {
      expect((await authorize(app, changes)).location.search).toMatch(
        /^\?error=server_error&error_description=error\+creating\+authorization&state=/,
      );
    }
  });
});

describe("consent", () => {
  const consent = async (id: string, action: unknown, headers: Record<string, string> = {}) => {
    const { data } = await ada.getSession();
    return fixture.wire.post(`/oauth/authorizations/${id}/consent`, action, {
      ...apiVersion,
      authorization: `Bearer ${data.session?.access_token}`,
      ...headers,
    });
  };

  test("an authorization belongs to the first user who reads it", async () => {
    const pendingAuthorization = await authorize(app);
    expect(await consent(pendingAuthorization.id, { action: "approve" })).toMatchObject({
      status: 404,
      body: { code: "oauth_authorization_not_found", message: "authorization not found" },
    });
    await ada.oauth.getAuthorizationDetails(pendingAuthorization.id);
    const eve = await fixture.person("eve@example.com");
    for (const { error } of [
      await eve.oauth.getAuthorizationDetails(pendingAuthorization.id),
      await eve.oauth.approveAuthorization(pendingAuthorization.id),
      await eve.oauth.denyAuthorization(pendingAuthorization.id),
      await ada.oauth.getAuthorizationDetails("unknown"),
      await ada.oauth.getAuthorizationDetails("%00"),
    ]) {
      expect(error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
    }
    expect((await ada.oauth.approveAuthorization(pendingAuthorization.id)).error).toBeNull();
  });

  test("consent must come from a page of the site and be approve or deny", async () => {
    const { id } = await authorize(confidentialApp);
    await ada.oauth.getAuthorizationDetails(id);
    const approval = { action: "approve" };
    for (const [body, headers, message] of [
      [approval, { origin: "https://evil.example" }, "unauthorized request origin"],
      [{ action: "maybe" }, {}, "action must be 'approve' or 'deny'"],
      ["{", {}, "invalid JSON body"],
    ] as const) {
      expect(await consent(id, body, headers)).toMatchObject({ status: 400, body: { message } });
    }
    const { status } = await consent(id, approval, { authorization: "" });
    expect(status).toBe(401);
    expect(await consent(id, approval, { origin: "https://site.example" })).toMatchObject({
      status: 200,
      body: { redirect_url: expect.stringContaining(`${callback}?code=`) },
    });
  });

  test("consent is accepted once, and only until the request expires", async () => {
    const eve = await fixture.person("late@example.com");
    const approvedAuthorization = await authorize(app);
    await approveConsent(eve, approvedAuthorization);
    const { error } = await eve.oauth.approveAuthorization(approvedAuthorization.id);
    expect(error?.message).toBe("authorization request is no longer pending");
    const { error: detailsError } = await eve.oauth.getAuthorizationDetails(
      approvedAuthorization.id,
    );
    expect(detailsError?.message).toBe("authorization request cannot be processed");

    const expiredAuthorization = await authorize(confidentialApp);
    await eve.oauth.getAuthorizationDetails(expiredAuthorization.id);
    await expire(expiredAuthorization);
    for (const { error } of [
      await eve.oauth.approveAuthorization(expiredAuthorization.id),
      await eve.oauth.getAuthorizationDetails(expiredAuthorization.id),
    ]) {
      expect(error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
    }
    const { rows } = await database.query(sql`
      select status from auth.oauth_authorizations where authorization_id = ${expiredAuthorization.id}`);
    expect(rows).toEqual([{ status: "expired" }]);
  });
});

const expire = ({ id }: PendingAuthorization) =>
  database.query(sql`
    update auth.oauth_authorizations
    set created_at = now() - interval '11 minutes', expires_at = now() - interval '1 second'
    where authorization_id = ${id}`);

describe("authorization codes", () => {
  const requestToken = async (parameters: Record<string, string>, headers = {}) => {
    const response = await fetch(`${fixture.issuer}/oauth/token`, {
      method: "POST",
      headers: { ...apiVersion, ...headers },
      body: new URLSearchParams({ grant_type: "authorization_code", ...parameters }),
    });
    return { status: response.status, body: await response.json() };
  };
  const basicHeader = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });

  test("a code is exchanged only with the parameters of its authorization request", async () => {
    const pendingAuthorization = await authorize(app, { resource: "https://api.example" });
    const redirectUrl = await approveConsent(ada, pendingAuthorization);
    const code = redirectUrl.searchParams.get("code") ?? "";
    const validParams = {
      client_id: app.client.client_id,
      code,
      redirect_uri: callback,
      code_verifier: pendingAuthorization.verifier,
    };
    const { code_verifier: _, ...withoutVerifier } = validParams;
    const pkceError = "PKCE verification failed: code";
    for (const [parameters, error, description] of [
      [{ ...validParams, grant_type: "" }, "invalid_request", "grant_type is required"],
      [
        { ...validParams, code: "" },
        "invalid_request",
        "code is required for authorization_code grant",
      ],
      [{ ...validParams, code: "x" }, "invalid_grant", "Invalid authorization code"],
      [{ ...validParams, redirect_uri: `${callback}/` }, "invalid_grant", "Invalid redirect_uri"],
      [
        { ...validParams, resource: "https://other.example" },
        "invalid_grant",
        "Authorization code resource does not match the resource parameter",
      ],
      [
        withoutVerifier,
        "invalid_grant",
        `${pkceError}_verifier is required when PKCE challenge is present`,
      ],
      [
        { ...validParams, code_verifier: "x".repeat(43) },
        "invalid_grant",
        `${pkceError} challenge does not match previously saved code verifier`,
      ],
      [
        { ...validParams, grant_type: "password" },
        "unsupported_grant_type",
        "Client is not allowed to use grant type: password",
      ],
    ] as const) {
      const body = { error, error_description: description };
      expect(await requestToken(parameters)).toEqual({ status: 400, body });
    }
    expect(
      await (await exchange(confidentialApp, pendingAuthorization, redirectUrl)).json(),
    ).toEqual({
      error: "invalid_grant",
      error_description: "Authorization code was not issued for this client",
    });
    expect(await requestToken({ ...validParams, resource: "https://api.example" })).toMatchObject({
      status: 200,
    });
  });

  test("a reused code ends the session that it opened, if the client can authenticate", async () => {
    const {
      authorizationRequest: pendingAuthorization,
      callbackUrl: redirectUrl,
      ...tokens
    } = await authorizeAndExchange(app, ada);
    const authorization = `Bearer ${tokens.access_token}`;
    const statusOfSession = async () => (await fixture.wire.get("/user", { authorization })).status;
    const invalidGrant = {
      error: "invalid_grant",
      error_description: "Invalid authorization code",
    };

    const stolenResponse = await exchange(
      app,
      pendingAuthorization,
      redirectUrl,
      "a wrong verifier that the thief has made up",
    );
    expect(await stolenResponse.json()).toEqual(invalidGrant);
    expect(await statusOfSession()).toBe(200);
    expect(
      await (await exchange(confidentialApp, pendingAuthorization, redirectUrl)).json(),
    ).toEqual(invalidGrant);
    expect(await statusOfSession()).toBe(200);
    expect(await (await exchange(app, pendingAuthorization, redirectUrl)).json()).toEqual(
      invalidGrant,
    );
    expect(await statusOfSession()).toBe(403);
  });

  test("a code opens one session, even if it is exchanged several times simultaneously", async () => {
    const pendingAuthorization = await authorize(app);
    const redirectUrl = await approveConsent(ada, pendingAuthorization);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => exchange(app, pendingAuthorization, redirectUrl)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test("a code is refused if it has expired or its user is banned", async () => {
    const expiredAuthorization = await authorize(app);
    const redirectUrl = await approveConsent(ada, expiredAuthorization);
    await expire(expiredAuthorization);
    expect(await (await exchange(app, expiredAuthorization, redirectUrl)).json()).toEqual({
      error: "invalid_grant",
      error_description: "Authorization code has expired",
    });

    const eve = await fixture.person("banned@example.com");
    const pendingAuthorization = await authorize(app);
    const code = await approveConsent(eve, pendingAuthorization);
    const { data } = await eve.getSession();
    const id = decodeJwt(data.session?.access_token ?? "").sub ?? "";
    await fixture.admin().updateUserById(id, { ban_duration: "1h" });
    expect(await (await exchange(app, pendingAuthorization, code)).json()).toEqual({
      error: "access_denied",
      error_description: "User is banned",
    });
  });

  test("a code exchange requires the client's registered authentication method", async () => {
    const { client_id, client_secret } = confidentialApp.client;
    const secret = String(client_secret);
    const publicId = app.client.client_id;
    const methodMismatch = (registeredMethod: string, usedMethod: string) =>
      `invalid authentication method: client is registered for '${registeredMethod}' but '${usedMethod}' was used`;
    const basicError = "Invalid client credentials: invalid basic auth";
    for (const [parameters, headers, message] of [
      [{}, {}, "Invalid client credentials: client_id is required"],
      [{ client_id: "x" }, {}, "Invalid client_id format"],
      [{ client_id: unknownId }, {}, "Invalid client credentials"],
      [{}, basicHeader(client_id, `${secret}x`), "invalid client credentials"],
      [{}, basicHeader(client_id, ""), "confidential clients must provide client_secret"],
      [{}, { authorization: "Basic !" }, `${basicError} encoding`],
      [{}, { authorization: "Basic eA==" }, `${basicError} format`],
      [
        { client_id, client_secret: secret },
        {},
        methodMismatch("client_secret_basic", "client_secret_post"),
      ],
      [{ client_id }, {}, methodMismatch("client_secret_basic", "none")],
      [
        { client_id: publicId, client_secret: "x" },
        {},
        methodMismatch("none", "client_secret_post"),
      ],
    ] as const) {
      expect(await requestToken({ code: "x", ...parameters }, headers)).toEqual({
        status: 400,
        body: {
          code: "invalid_credentials",
          message,
          error: "invalid_client",
          error_description: message,
        },
      });
    }
    expect(await requestToken({ code: "x" }, basicHeader(client_id, secret))).toMatchObject({
      body: { error_description: "Invalid authorization code" },
    });
  });
});

test("an invalid refresh token is refused with both error formats", async () => {
  const response = await fetch(`${fixture.issuer}/oauth/token`, {
    method: "POST",
    headers: { ...apiVersion, "content-type": "application/json" },
    body: JSON.stringify({ ...app.client, grant_type: "refresh_token", refresh_token: "x" }),
  });
  expect(await response.json()).toEqual({
    code: "refresh_token_not_found",
    message: "Invalid Refresh Token: Refresh Token Not Found",
    error: "invalid_grant",
    error_description: "Invalid Refresh Token: Refresh Token Not Found",
  });
});
