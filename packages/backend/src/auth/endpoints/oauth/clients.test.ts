import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import {
  approveConsent,
  authorize,
  authorizeAndExchange,
  callback,
  exchange,
  type OAuthServerFixture,
  oauthServerFixture,
  registerApplication,
} from "../../../../test/auth/oauth-server.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";

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

const register = (body: unknown) => fixture.wire.post("/oauth/clients/register", body, apiVersion);

describe("administrators", () => {
  test("an administrator can create, read, change and delete OAuth clients", async () => {
    const { oauth } = fixture.admin();
    const { data: createdClient } = await oauth.createClient({
      client_name: "App",
      client_uri: "https://app.example",
      redirect_uris: [callback, "http://localhost:3000/callback"],
    });
    const id = createdClient?.client_id ?? "";
    expect(createdClient).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_type: "confidential",
      redirect_uris: [callback, "http://localhost:3000/callback"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_name: "App",
      client_uri: "https://app.example",
      registration_type: "manual",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { client_secret: secret, ...publicFields } = createdClient ?? {};
    expect((await oauth.getClient(id)).data).toEqual(publicFields);

    const { data: updatedClient } = await oauth.updateClient(id, {
      client_name: "",
      logo_uri: "data:image/png;base64,AA==",
      token_endpoint_auth_method: "client_secret_post",
    });
    expect(updatedClient).toMatchObject({
      client_uri: "https://app.example",
      logo_uri: "data:image/png;base64,AA==",
      token_endpoint_auth_method: "client_secret_post",
    });
    expect(updatedClient).not.toHaveProperty("client_name");
    const { data: regeneratedClient } = await oauth.regenerateClientSecret(id);
    expect(regeneratedClient?.client_secret).toMatch(/^[\w-]{43}$/);
    expect(regeneratedClient?.client_secret).not.toBe(secret);

    expect((await oauth.deleteClient(id)).error).toBeNull();
    expect((await oauth.getClient(id)).error).toMatchObject({
      status: 404,
      code: "oauth_client_not_found",
    });
    expect((await oauth.getClient("x")).error).toMatchObject({
      status: 400,
      message: "invalid client_id format",
    });
  });

  test("an administrator can list all OAuth clients or a page", async () => {
    const { oauth } = fixture.admin();
    for (const client_name of ["one", "two", "three"]) {
      await oauth.createClient({ client_name, redirect_uris: [callback] });
    }
    const { data: allClients } = await oauth.listClients();
    expect(allClients.clients.map(({ client_name: name }) => name)).toEqual([
      "three",
      "two",
      "one",
    ]);
    const { data: page } = await oauth.listClients({ page: 2, perPage: 2 });
    expect(page).toMatchObject({ clients: [{ client_name: "one" }], total: 3, lastPage: 2 });
  });

  test("deleting an OAuth client ends its sessions and grants", async () => {
    const person = await fixture.person("cut@example.com");
    const app = await registerApplication(fixture.issuer, "none");
    const tokens = await authorizeAndExchange(app, person);
    const pendingAuthorization = await authorize(app);
    const code = await approveConsent(person, pendingAuthorization);
    await fixture.admin().oauth.deleteClient(app.client.client_id);
    const authorization = `Bearer ${tokens.access_token}`;
    expect((await fixture.wire.get("/user", { authorization })).status).toBe(403);
    expect((await exchange(app, pendingAuthorization, code)).status).toBe(400);
    expect((await person.oauth.listGrants()).data).toEqual([]);
    expect((await person.getUser()).error).toBeNull();
  });

  test("an invalid change of an OAuth client is refused with the reason", async () => {
    const { data } = await fixture.admin().oauth.createClient({
      client_name: "App",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    });
    const path = `/admin/oauth/clients/${data?.client_id}`;
    const sendAsAdmin = async (method: string, url: string, body: unknown, key = "secret") => {
      const response = await fixture.wire.app.request(url, {
        method,
        headers: { ...apiVersion, apikey: key === "secret" ? fixture.wire.auth.keys.secret : "" },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    for (const [body, message] of [
      [{}, "No fields provided for update"],
      [{ client_name: null }, "No fields provided for update"],
      [{ redirect_uris: [] }, "redirect_uris cannot be empty"],
      [{ grant_types: [] }, "grant_types cannot be empty"],
      [{ client_uri: "x" }, "client_uri must be a valid URL"],
      [{ client_uri: "javascript:alert(1)" }, "client_uri must be a valid URL"],
      [
        { token_endpoint_auth_method: "x" },
        "invalid token_endpoint_auth_method: must be one of [none client_secret_basic client_secret_post]",
      ],
      [
        { token_endpoint_auth_method: "client_secret_post" },
        "token_endpoint_auth_method 'client_secret_post' is not valid for client_type 'public'; valid methods: [none]",
      ],
      [[], "Invalid JSON body"],
    ] as const) {
      expect(await sendAsAdmin("PUT", path, body)).toMatchObject({
        status: 400,
        body: { message },
      });
    }
    expect(await sendAsAdmin("POST", `${path}/regenerate_secret`, {})).toMatchObject({
      status: 400,
      body: { message: "Cannot regenerate secret for public client" },
    });
    expect((await sendAsAdmin("PUT", path, {}, "")).status).toBe(401);
  });
});

describe("dynamic client registration", () => {
  test("a registering client chooses its authentication method, and gets a secret only if it is confidential", async () => {
    const redirect_uris = [callback];
    const { status, body } = await register({ redirect_uris, client_type: "public" });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { registration_type: "dynamic", token_endpoint_auth_method: "none" },
    });
    expect(body).not.toHaveProperty("client_secret");
    const post = { redirect_uris, token_endpoint_auth_method: "client_secret_post" };
    expect((await register(post)).body).toMatchObject({
      client_type: "confidential",
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
    });
  });

  test.each([
    "https://app.example",
    "http://localhost:8080/callback",
    "http://127.0.0.1/callback",
    "http://[::1]:3000/",
    "myapp://callback",
    "https://app.example/callback?tenant=a%20b",
  ])("a client may register the redirect URL %s", async (uri) => {
    expect((await register({ redirect_uris: [uri] })).body).toMatchObject({ redirect_uris: [uri] });
  });

  test.each([
    ["", "redirect URI cannot be empty"],
    ["/callback", "must have scheme and host"],
    ["myapp:/callback", "must have scheme and host"],
    ["http://app.example/", "HTTP scheme only allowed for localhost"],
    ["HTTP://app.example/", "HTTP scheme only allowed for localhost"],
    ["http://localhost.evil.example/", "HTTP scheme only allowed for localhost"],
    ["http://localhost@evil.example/", "HTTP scheme only allowed for localhost"],
    ["http://0x7f.1/", "HTTP scheme only allowed for localhost"],
    [
      "JavaScript://app.example/%0aalert(1)",
      "scheme 'javascript' is not allowed for security reasons",
    ],
    ["data://text/html", "scheme 'data' is not allowed for security reasons"],
    ["https://app.example/#fragment", "fragment not allowed in redirect URI"],
    ["https://app.example/,javascript:alert(1)", "comma not allowed in redirect URI"],
    ["https://app.example\\@evil.example/", "invalid URL format"],
    ["https://app.example/\r\nset-cookie: a=b", "invalid URL format"],
    ["https://app.example/%zz", "invalid URL format"],
  ])("a client may not register the redirect URL %j", async (uri, problem) => {
    const { status, body } = await register({ redirect_uris: [callback, uri] });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "validation_failed",
      message: `400: invalid redirect_uri '${uri}': ${problem}`,
    });
  });

  test.each([
    [{}, "400: redirect_uris is required"],
    [{ redirect_uris: Array(11).fill(callback) }, "400: redirect_uris cannot exceed 10 items"],
    [
      { grant_types: ["implicit"] },
      "400: grant_types must only contain 'authorization_code' and/or 'refresh_token'",
    ],
    [{ client_name: "é".repeat(513) }, "400: client_name cannot exceed 1024 characters"],
    [{ logo_uri: `https://${"a".repeat(2048)}` }, "400: logo_uri cannot exceed 2048 characters"],
    [{ client_uri: "java\tscript:alert(1)" }, "400: client_uri must be a valid URL"],
    [{ client_uri: " javascript:alert(1)" }, "400: client_uri must be a valid URL"],
    [{ client_uri: "\u0001javascript:alert(1)" }, "400: client_uri must be a valid URL"],
    [{ client_uri: "/\\evil.example" }, "400: client_uri must be a valid URL"],
    [{ client_type: "native" }, "400: client_type must be 'public' or 'confidential'"],
    [
      { token_endpoint_auth_method: "private_key_jwt" },
      "400: token_endpoint_auth_method must be one of: [none client_secret_basic client_secret_post]",
    ],
    [
      { client_type: "public", token_endpoint_auth_method: "client_secret_basic" },
      "400: client_type 'public' is inconsistent with token_endpoint_auth_method 'client_secret_basic' (expected client_type 'confidential')",
    ],
    [{ redirect_uris: callback }, "Invalid JSON body"],
  ])("a registration with %j is refused with the reason", async (changes, message) => {
    const hasRedirectUris = Object.keys(changes).length === 0 || "redirect_uris" in changes;
    const body = hasRedirectUris ? changes : { redirect_uris: [callback], ...changes };
    expect(await register(body)).toMatchObject({ status: 400, body: { message } });
  });

  test("registration is refused if the project disables it, and beyond its rate limit", async () => {
    const withoutRegistration = await authFixture(database, {
      auth: { oauth_server: { enabled: true } },
    });
    expect(await withoutRegistration.post("/oauth/clients/register", {}, apiVersion)).toMatchObject(
      {
        status: 403,
        body: {
          code: "oauth_dynamic_client_registration_disabled",
          message: "Dynamic client registration is not enabled",
        },
      },
    );
    const { body } = await withoutRegistration.get("/.well-known/openid-configuration");
    expect(body).not.toHaveProperty("registration_endpoint");

    const registerFromOneAddress = () =>
      fixture.wire.post("/oauth/clients/register", {}, { "x-forwarded-for": "203.0.113.7" });
    const statuses = (await Promise.all(Array.from({ length: 31 }, registerFromOneAddress))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

test("the OAuth server's endpoints are disabled unless the project enables them, except the public metadata", async () => {
  const withoutOAuthServer = await authFixture(database);
  const admin = { apikey: withoutOAuthServer.auth.keys.secret, ...apiVersion };
  const { data } = await (await withoutOAuthServer.signedIn("off@example.com")).getSession();
  const person = { authorization: `Bearer ${data.session?.access_token}`, ...apiVersion };
  const disabledError = {
    status: 404,
    body: { code: "feature_disabled", message: "OAuth server is disabled" },
  };
  for (const path of [
    "/.well-known/oauth-authorization-server",
    "/oauth/authorize",
    "/oauth/userinfo",
    "/oauth/authorizations/x",
  ]) {
    expect(await withoutOAuthServer.get(path, apiVersion)).toMatchObject(disabledError);
  }
  for (const path of ["/oauth/token", "/oauth/clients/register"]) {
    expect(await withoutOAuthServer.post(path, {}, apiVersion)).toMatchObject(disabledError);
  }
  expect(await withoutOAuthServer.get("/admin/oauth/clients", admin)).toMatchObject(disabledError);
  expect(await withoutOAuthServer.get("/admin/oauth/clients", apiVersion)).toMatchObject({
    status: 401,
  });
  expect(await withoutOAuthServer.get("/user/oauth/grants", person)).toMatchObject(disabledError);
  expect(await withoutOAuthServer.get("/user/oauth/grants", apiVersion)).toMatchObject({
    status: 401,
  });
  expect(await withoutOAuthServer.get("/.well-known/openid-configuration")).toMatchObject({
    status: 200,
    body: { issuer: "http://localhost:3000/auth/v1" },
  });
});
