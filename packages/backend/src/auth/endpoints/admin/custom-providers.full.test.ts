import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AuthFixture, apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

// The provider is another project's OAuth server. Its address is reserved for documentation, and requests
// to it stay within the process.
const origin = "https://203.0.113.5";
const issuer = `${origin}/sandbox/idp`;

const databases: Database[] = [];
let wire: AuthFixture;
let provider: AuthFixture;
let person: ReturnType<AuthFixture["client"]>;
let client: { client_id: string; client_secret: string };
/** The requests to the provider, by path, and its last ID token. */
const requests: { path: string; authorization: string | null }[] = [];
let lastIdToken = "";

const tokenResponseSchema = z.object({ id_token: z.string().optional() });

async function sendToProvider(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.replace("/sandbox/idp", "");
  requests.push({ path, authorization: request.headers.get("authorization") });
  const response = await provider.app.request(`${path}${url.search}`, request);
  if (path === "/oauth/token" && response.ok) {
    lastIdToken = tokenResponseSchema.parse(await response.clone().json()).id_token ?? "";
  }
  return response;
}

beforeAll(async () => {
  databases.push(await openTestDatabase(), await openTestDatabase());
  const [wireDatabase, providerDatabase] = databases;
  if (!wireDatabase || !providerDatabase) throw new Error("The databases are missing.");
  provider = await authFixture(providerDatabase, {
    auth: { external_url: issuer, oauth_server: { enabled: true } },
  });
  wire = await authFixture(wireDatabase, {}, () => ({ origin, fetch: sendToProvider }));
  person = await provider.signedIn("ada@example.com");
  await person.updateUser({ data: { name: "Ada Lovelace", team: "engines" } });
  const { data } = await provider.admin().oauth.createClient({
    client_name: "Ours",
    redirect_uris: ["http://localhost:3000/auth/v1/callback"],
    token_endpoint_auth_method: "client_secret_post",
  });
  client = { client_id: data?.client_id ?? "", client_secret: data?.client_secret ?? "" };
});
afterAll(() => Promise.all(databases.map((database) => database.close())));
beforeEach(() => {
  requests.length = 0;
});

const oidc = (name: string) => ({
  ...client,
  provider_type: "oidc" as const,
  identifier: `custom:${name}`,
  name: "Analytical Engines",
  issuer,
  scopes: ["email", "profile"],
});
const oauth2 = (name: string) => ({
  ...client,
  provider_type: "oauth2" as const,
  identifier: `custom:${name}`,
  name: "Analytical Engines",
  authorization_url: `${issuer}/oauth/authorize`,
  token_url: `${issuer}/oauth/token`,
  userinfo_url: `${issuer}/oauth/userinfo`,
  scopes: ["email", "profile"],
});

/** Signs in through the provider's own pages, and returns the browser's final URL. */
async function signIn(name: string): Promise<URL> {
  const authorizeResponse = await wire.app.request(
    `/authorize?provider=${name}&redirect_to=${encodeURIComponent("http://localhost:3000/")}`,
  );
  const cookie = authorizeResponse.headers.get("set-cookie")?.split(";")[0] ?? "";
  const providerResponse = await sendToProvider(
    new Request(authorizeResponse.headers.get("location") ?? ""),
  );
  const authorizationRequest = new URL(providerResponse.headers.get("location") ?? "").searchParams;
  const { data } = await person.oauth.getAuthorizationDetails(
    authorizationRequest.get("authorization_id") ?? "",
  );
  const consent =
    data && "redirect_url" in data
      ? data
      : (
          await person.oauth.approveAuthorization(
            authorizationRequest.get("authorization_id") ?? "",
          )
        ).data;
  const { search } = new URL(consent?.redirect_url ?? "");
  const callbackResponse = await wire.app.request(`/callback${search}`, { headers: { cookie } });
  return new URL(callbackResponse.headers.get("location") ?? "");
}

const claimsIn = (finalUrl: URL) =>
  decodeJwt(new URLSearchParams(finalUrl.hash.slice(1)).get("access_token") ?? "");

describe("a custom provider", () => {
  test("a custom provider verifies its own address claim, but not a claim mapped in its place", async () => {
    await wire.signedIn("grace@example.com");
    await person.updateUser({ data: { preferred_username: "grace@example.com" } });
    await wire.admin().customProviders.createProvider({
      ...oauth2("names"),
      attribute_mapping: { email: "preferred_username" },
    });
    const fragment = new URLSearchParams((await signIn("custom:names")).hash.slice(1));
    expect(fragment.get("error_code")).toBe("provider_email_needs_verification");
    await person.updateUser({ data: { preferred_username: null } });
  });

  test("a custom OpenID Connect provider signs users in", async () => {
    const { customProviders } = wire.admin();
    const { data, error } = await customProviders.createProvider({
      ...oidc("engines"),
      custom_claims_allowlist: ["client_id"],
      attribute_mapping: { nickname: "name" },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      identifier: "custom:engines",
      scopes: ["openid", "email", "profile"],
      pkce_enabled: true,
      enabled: true,
      discovery_document: { issuer, token_endpoint: `${issuer}/oauth/token` },
    });
    expect(data).not.toHaveProperty("client_secret");

    const claims = claimsIn(await signIn("custom:engines"));
    expect(claims).toMatchObject({
      email: "ada@example.com",
      app_metadata: { provider: "custom:engines", providers: ["custom:engines"] },
      user_metadata: {
        iss: issuer,
        name: "Ada Lovelace",
        nickname: "Ada Lovelace",
        email_verified: true,
        custom_claims: { client_id: client.client_id },
      },
    });
    // The provider's authentication method is not configured, so the server tried one method and then the other.
    const tokenRequests = requests.filter(({ path }) => path === "/oauth/token");
    expect(tokenRequests.map(({ authorization }) => authorization?.slice(0, 5))).toEqual([
      "Basic",
      undefined,
    ]);
  });

  test("a custom OAuth provider with a user-info endpoint signs users in", async () => {
    const { customProviders } = wire.admin();
    await customProviders.createProvider({
      ...oauth2("plain"),
      pkce_enabled: true,
      custom_claims_allowlist: ["user_metadata"],
      authorization_params: { prompt: "login" },
    });
    const authorizeResponse = await wire.app.request(
      "/authorize?provider=custom:plain&scopes=email",
    );
    const { searchParams } = new URL(authorizeResponse.headers.get("location") ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({ scope: "email", prompt: "login" });

    const claims = claimsIn(await signIn("custom:plain"));
    expect(claims).toMatchObject({
      email: "ada@example.com",
      user_metadata: { custom_claims: { user_metadata: { team: "engines" } } },
    });
    expect(requests.map(({ path }) => path)).toContain("/oauth/userinfo");
  });

  test("a custom provider's ID tokens sign users in", async () => {
    const { customProviders } = wire.admin();
    await customProviders.createProvider({ ...oidc("token"), skip_nonce_check: true });
    await signIn("custom:token");
    const token = lastIdToken;
    const browser = wire.client();
    const signInWithToken = (provider: string) => browser.signInWithIdToken({ provider, token });
    expect((await signInWithToken("custom:token")).error).toBeNull();

    await customProviders.updateProvider("custom:token", { client_id: "another" });
    expect((await signInWithToken("custom:token")).error?.message).toContain(
      "Unacceptable audience",
    );
    await customProviders.updateProvider("custom:token", {
      acceptable_client_ids: [client.client_id],
    });
    expect((await signInWithToken("custom:token")).error).toBeNull();

    await customProviders.createProvider(oauth2("no-tokens"));
    await customProviders.updateProvider("custom:token", { enabled: false });
    for (const [name, message] of [
      ["custom:token", 'Custom provider "custom:token" is disabled'],
      ["custom:nobody", 'Custom provider "custom:nobody" not found'],
      ["custom:no-tokens", 'Provider "custom:no-tokens" is not an OIDC provider'],
    ] as const) {
      expect((await signInWithToken(name)).error).toMatchObject({ status: 400, message });
    }
    for (const [name, message] of [
      ["custom:token", "Unsupported provider: custom provider custom:token is disabled"],
      ["custom:nobody", "Unsupported provider: custom provider custom:nobody not found"],
    ] as const) {
      expect(await wire.get(`/authorize?provider=${name}`, apiVersion)).toMatchObject({
        status: 400,
        body: { code: "validation_failed", message },
      });
    }
  });

  test("a custom provider's discovery document is refreshed, and the last one is used while the provider is unreachable", async () => {
    const { customProviders } = wire.admin();
    await customProviders.createProvider(oidc("cached"));
    await signIn("custom:cached");
    const [wireDatabase] = databases;
    await wireDatabase?.query(sql`
      update auth.custom_oauth_providers set discovery_cached_at = now() - interval '2 hours',
        cached_discovery = cached_discovery - 'scopes_supported'`);
    const discoveries = () => requests.filter(({ path }) => path.endsWith("openid-configuration"));
    requests.length = 0;
    await signIn("custom:cached");
    await signIn("custom:cached");
    expect(discoveries()).toHaveLength(1);
    const { data } = await customProviders.getProvider("custom:cached");
    expect(data?.discovery_document).toHaveProperty("scopes_supported");

    await wireDatabase?.query(sql`
      update auth.custom_oauth_providers set discovery_cached_at = now() - interval '2 hours',
        discovery_url = ${`${issuer}/gone`} where identifier = 'custom:cached'`);
    expect(claimsIn(await signIn("custom:cached"))).toMatchObject({ email: "ada@example.com" });
  });
});

describe("an administrator", () => {
  test("an administrator can list, change and delete custom providers", async () => {
    const { customProviders } = wire.admin();
    await customProviders.createProvider({ ...oauth2("listed"), scopes: [] });
    const { data: allProviders } = await customProviders.listProviders();
    expect(allProviders?.providers.map(({ identifier }) => identifier)).toContain("custom:listed");
    const { data: oauth2Providers } = await customProviders.listProviders({ type: "oauth2" });
    expect(new Set(oauth2Providers?.providers.map((provider) => provider.provider_type))).toEqual(
      new Set(["oauth2"]),
    );
    const { data: updatedProvider } = await customProviders.updateProvider("custom:listed", {
      name: "Renamed",
      pkce_enabled: false,
    });
    expect(updatedProvider).toMatchObject({
      name: "Renamed",
      pkce_enabled: false,
      token_url: `${issuer}/oauth/token`,
    });
    expect((await customProviders.deleteProvider("custom:listed")).error).toBeNull();
    for (const { error } of [
      await customProviders.getProvider("custom:listed"),
      await customProviders.updateProvider("custom:listed", { name: "x" }),
      await customProviders.deleteProvider("custom:listed"),
    ]) {
      expect(error).toMatchObject({ status: 404, code: "custom_provider_not_found" });
    }
    const [wireDatabase] = databases;
    const rows = await wireDatabase?.query(
      sql`select client_secret from auth.custom_oauth_providers`,
    );
    expect(JSON.stringify(rows)).not.toContain(client.client_secret);
  });

  test("an administrator gets a detailed error for an invalid provider, and other callers get 401", async () => {
    const admin = { apikey: wire.auth.keys.secret, ...apiVersion };
    const path = "/admin/custom-providers";
    const { client_secret: _, ...withoutSecret } = oidc("x");
    for (const [body, message] of [
      [{}, "provider_type must be either 'oauth2' or 'oidc'"],
      [{ provider_type: "oidc" }, "identifier is required"],
      [
        { ...oidc("x"), identifier: "x" },
        "identifier must start with 'custom:' prefix, e.g. 'custom:x'",
      ],
      [withoutSecret, "client_secret is required"],
      [{ ...oidc("x"), issuer: "" }, "issuer is required for OIDC providers"],
      [{ ...oauth2("x"), userinfo_url: "" }, "userinfo_url is required for OAuth2 providers"],
      [
        { ...oidc("x"), authorization_params: { state: "x" } },
        "Cannot override reserved OAuth parameter: state",
      ],
      [
        { ...oidc("x"), authorization_params: { prompt: 1 } },
        'Authorization parameter "prompt" must be a string',
      ],
      [
        { ...oidc("x"), attribute_mapping: { role: "name" } },
        "Cannot map to protected system field: role",
      ],
      [
        { ...oidc("x"), custom_claims_allowlist: [" "] },
        "custom_claims_allowlist entries must be non-empty strings",
      ],
      [{ ...oidc("x"), issuer: "http://203.0.113.5" }, "URL must use HTTPS"],
      ...[
        ["https://localhost/x", "cannot point to localhost or loopback"],
        ["https://a.localhost/x", "cannot point to localhost or loopback"],
        ["https://127.0.0.2/x", "cannot resolve to loopback"],
        ["https://0x7f.2/x", "cannot resolve to loopback"],
        ["https://10.1.2.3/x", "cannot resolve to private network"],
        ["https://[fd00::1]/x", "cannot resolve to private network"],
        ["https://[::ffff:192.168.0.1]/x", "cannot resolve to private network"],
        ["https://169.254.169.254/x", "cannot resolve to link-local"],
        ["https://100.64.0.1/x", "cannot resolve to special-purpose"],
        ["https://100.127.255.254/x", "cannot resolve to special-purpose"],
        ["https://[::ffff:100.100.100.200]/x", "cannot resolve to cloud metadata"],
        ["https://168.63.129.16/x", "cannot resolve to cloud metadata"],
        ["https://[fd00:ec2::254]/x", "cannot resolve to cloud metadata"],
        ["https://[64:ff9b::10.1.2.3]/x", "cannot resolve to private network"],
        ["https://[64:ff9b:1::1]/x", "cannot resolve to tunnel"],
        ["https://[2002:a01:203::1]/x", "cannot resolve to tunnel"],
        ["https://255.255.255.255/x", "cannot resolve to special-purpose"],
      ].map(([userinfo_url, reason]) => [
        { ...oauth2("x"), userinfo_url },
        `URL ${reason} addresses`,
      ]),
      [
        { ...oidc("x"), issuer: `${issuer}/nowhere` },
        `OIDC discovery from "${issuer}/nowhere/.well-known/openid-configuration" failed: oidc: discovery request to ${issuer}/nowhere/.well-known/openid-configuration returned 404`,
      ],
      [
        {
          ...oidc("x"),
          issuer: `${origin}/another`,
          discovery_url: `${issuer}/.well-known/openid-configuration`,
        },
        `OIDC discovery from "${issuer}/.well-known/openid-configuration" failed: oidc: issuer mismatch, expected "${origin}/another" got "${issuer}"`,
      ],
    ] as const) {
      expect(await wire.post(path, body, admin)).toEqual(
        expect.objectContaining({ status: 400, body: { code: "validation_failed", message } }),
      );
    }
    await wire.post(path, oauth2("twice"), admin);
    expect(await wire.post(path, oauth2("twice"), admin)).toMatchObject({
      status: 400,
      body: { code: "conflict" },
    });
    expect(await wire.get(`${path}?type=saml`, admin)).toMatchObject({ status: 400 });
    expect(await wire.get(`${path}/x`, admin)).toMatchObject({ status: 400 });
    expect(await wire.get(path, apiVersion)).toMatchObject({ status: 401 });
    expect(await wire.post(path, oauth2("anybody"), apiVersion)).toMatchObject({ status: 401 });
  });
});
