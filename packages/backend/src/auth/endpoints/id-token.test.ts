import { createHash, randomUUID } from "node:crypto";
import { decodeJwt, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { followLink } from "../../../test/auth/auth-fixture.ts";
import { fragment, origin, type SocialFixture, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { sandboxClient } from "../providers/sandbox.ts";

const issuingProviders = ["google", "apple", "azure", "facebook", "kakao", "keycloak"] as const;
type IssuingProvider = (typeof issuingProviders)[number];
const external = Object.fromEntries(
  [...issuingProviders, "github"].map((name) => [name, { enabled: true }]),
);

let database: Database;
let fixture: SocialFixture;
const createFixture = (auth: ConfigInput["auth"] = {}) =>
  socialFixture(database, { auth: { external, enable_manual_linking: true, ...auth } });
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await createFixture();
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`delete from auth.users`));
afterEach(() => vi.useRealTimers());

const hashOf = (nonce: string) => createHash("sha256").update(nonce).digest("hex");

const tokenResponseSchema = z.object({ id_token: z.string(), access_token: z.string() });

/** Returns an ID token that a mobile application would get from the provider directly; here, the sandbox issues it. */
async function tokensOf(
  provider: IssuingProvider,
  { nonce, ...fields }: Record<string, string> = {},
): Promise<{ token: string; access_token: string }> {
  const { sandbox } = fixture.auth;
  if (!sandbox) throw new Error("the fixture has no sandbox");
  const verifier = "v".repeat(43);
  const request = {
    client_id: sandboxClient.clientId,
    redirect_uri: `${origin}/auth/v1/callback`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const query = new URLSearchParams({
    ...request,
    response_type: "code",
    state: "state",
    person: "grace@example.com",
    ...(provider === "apple" ? { response_mode: "form_post" } : {}),
    ...(nonce === undefined ? {} : { nonce }),
    ...fields,
  });
  const send = (path: string, body: URLSearchParams) =>
    sandbox.fetch(new Request(`${origin}/sandbox/${provider}/${path}`, { method: "POST", body }));
  const authorizeResponse = await send("authorize", query);
  const redirect = authorizeResponse.headers.get("location") ?? (await authorizeResponse.text());
  const [, code = ""] = redirect.match(/code(?:=|" value=")([\w.-]+)/) ?? [];
  const redemption = new URLSearchParams({
    ...request,
    grant_type: "authorization_code",
    client_secret: sandboxClient.clientSecret,
    code,
    code_verifier: verifier,
  });
  const tokens = tokenResponseSchema.parse(await (await send("token", redemption)).json());
  return { token: tokens.id_token, access_token: tokens.access_token };
}

// Kakao's ID tokens do not say whether the address is verified.
describe.each(issuingProviders.filter((name) => name !== "kakao"))("%s", (provider) => {
  it("the provider's ID token signs a user in", async () => {
    const nonce = randomUUID();
    const tokens = await tokensOf(provider, { nonce: hashOf(nonce) });
    const client = fixture.client();
    const { data, error } = await client.signInWithIdToken({ provider, nonce, ...tokens });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: "grace@example.com",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider, providers: [provider] },
      user_metadata: { email: "grace@example.com", email_verified: true },
      identities: [{ provider, identity_data: { email: "grace@example.com" } }],
    });
    expect(data.session).not.toHaveProperty("provider_token");
    expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toEqual([{ method: "oauth", timestamp: expect.any(Number) }]);
  });

  it("the provider's ID token finds the user of an earlier redirect sign-in", async () => {
    const finalUrl = await fixture.browser().signIn({ provider });
    const { body } = await fixture.get("/user", {
      authorization: `Bearer ${fragment(finalUrl)["access_token"]}`,
    });
    const { data } = await fixture
      .client()
      .signInWithIdToken({ provider, ...(await tokensOf(provider)) });
    expect(data.user?.id).toBe(body.id);
    expect(data.user?.identities).toHaveLength(1);
  });

  it("the provider's ID token signs in to the account with the confirmed address", async () => {
    const { data: owner } = await (await fixture.signedIn("grace@example.com")).getUser();
    const { data } = await fixture
      .client()
      .signInWithIdToken({ provider, ...(await tokensOf(provider)) });
    expect(data.user?.id).toBe(owner.user?.id);
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email", provider] });
  });

  it("an ID token signed by a stranger is refused", async () => {
    const tokens = await tokensOf(provider, { failure: "forged_id_token" });
    const { error } = await fixture.client().signInWithIdToken({ provider, ...tokens });
    expect(error).toMatchObject({ status: 400, message: "Bad ID token" });
  });

  it("an expired ID token is refused", async () => {
    const tokens = await tokensOf(provider);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3600 * 1000 });
    const { error } = await fixture.client().signInWithIdToken({ provider, ...tokens });
    expect(error).toMatchObject({ status: 400, message: "Bad ID token" });
  });

  it("an ID token for another access token is refused", async () => {
    const { token } = await tokensOf(provider);
    const { error } = await fixture
      .client()
      .signInWithIdToken({ provider, token, access_token: "another" });
    expect(error).toMatchObject({ status: 400, message: "Bad ID token" });
  });

  it("an ID token is refused if the provider is disabled", async () => {
    const withoutProvider = await createFixture({ external: { [provider]: { enabled: false } } });
    const issuers: Record<IssuingProvider, string> = {
      google: "https://accounts.google.com",
      apple: "https://appleid.apple.com",
      azure: "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
      facebook: "https://www.facebook.com",
      kakao: "https://kauth.kakao.com",
      keycloak: "",
    };
    const token = new UnsecuredJWT({ iss: issuers[provider] }).encode();
    const { error } = await withoutProvider.client().signInWithIdToken({ provider, token });
    expect(error).toMatchObject({
      status: 400,
      code: "provider_disabled",
      message: `Provider (issuer "${issuers[provider]}") is not enabled`,
    });
  });
});

describe("the nonce", () => {
  const nonceMismatch = "Passed nonce and nonce in id_token should either both exist or not.";

  it.each([
    ["is another", { tokenNonce: "one", requestNonce: "two" }, "Nonces mismatch", "invalid nonce"],
    [
      "is sent unhashed",
      { tokenNonce: undefined, requestNonce: "one" },
      "Nonces mismatch",
      "invalid nonce",
    ],
    [
      "is only in the token",
      { tokenNonce: "one", requestNonce: "" },
      nonceMismatch,
      "invalid request",
    ],
    [
      "is only in the request",
      { tokenNonce: "", requestNonce: "one" },
      nonceMismatch,
      "invalid request",
    ],
  ])(
    "an ID token is refused if its nonce %s",
    async (_, { tokenNonce, requestNonce }, message, expectedError) => {
      const nonce =
        tokenNonce === undefined
          ? requestNonce
          : tokenNonce === ""
            ? undefined
            : hashOf(tokenNonce);
      const { token } = await tokensOf("google", nonce === undefined ? {} : { nonce });
      const { error } = await fixture
        .client()
        .signInWithIdToken({ provider: "google", token, nonce: requestNonce });
      expect(error).toMatchObject({ status: 400, message });
      const { body } = await fixture.post("/token?grant_type=id_token", {
        provider: "google",
        id_token: token,
        nonce: requestNonce,
      });
      expect(body).toEqual({ error: expectedError, error_description: message });
    },
  );

  it("the nonce is not required if the project skips it, and not required for Facebook", async () => {
    const withoutNonceCheck = await createFixture({
      external: { google: { enabled: true, skip_nonce_check: true }, facebook: { enabled: true } },
    });
    for (const provider of ["google", "facebook"] as const) {
      const { token } = await tokensOf(provider, { nonce: hashOf("one") });
      const { error } = await withoutNonceCheck.client().signInWithIdToken({ provider, token });
      expect(error).toBeNull();
    }
  });
});

describe("request parameters", () => {
  const signIn = (body: object) => fixture.post("/token?grant_type=id_token", body);
  const malformedToken = "not.a.token";

  it.each([
    [{ provider: "google" }, "id_token required"],
    [{ id_token: malformedToken }, "provider or client_id and issuer required"],
    [{ id_token: malformedToken, issuer: "x" }, "provider or client_id and issuer required"],
    [{ id_token: malformedToken, provider: "google" }, "Bad ID token"],
    [
      { id_token: malformedToken, provider: "google", link_identity: true },
      "Linking requires a valid user access token in Authorization",
    ],
  ])("an ID token request like %o is refused with an OAuth error", async (body, description) => {
    const response = await signIn(body);
    expect(response.status).toBe(400);
    expect(response.headers.has("x-sb-error-code")).toBe(false);
    expect(response.body).toEqual({ error: "invalid request", error_description: description });
  });

  const unsignedToken = (iss: string) => new UnsecuredJWT({ iss, sub: "1" }).encode();
  it.each([
    [
      { provider: "myspace", id_token: malformedToken },
      'Custom OIDC provider "myspace" not allowed',
    ],
    [{ provider: "github", id_token: malformedToken }, 'Custom OIDC provider "github" not allowed'],
    [
      { provider: "toString", id_token: malformedToken },
      'Custom OIDC provider "toString" not allowed',
    ],
    [
      { issuer: "https://id.test", client_id: "x", id_token: malformedToken },
      'Custom OIDC provider "" not allowed',
    ],
    [
      { provider: "custom:mine", id_token: malformedToken },
      'Custom provider "custom:mine" not found',
    ],
    [
      { provider: "apple", id_token: malformedToken },
      "Unable to detect issuer in ID token for Apple provider",
    ],
    [
      { provider: "azure", id_token: malformedToken },
      "Unable to detect issuer in ID token for Azure provider",
    ],
    [
      { provider: "apple", id_token: unsignedToken("https://id.test") },
      "Detected ID token issuer is not an Apple ID token issuer",
    ],
    [
      { provider: "azure", id_token: unsignedToken("https://id.test") },
      "Detected ID token issuer is not an Azure ID token issuer",
    ],
    [
      { provider: "apple", issuer: "x", id_token: unsignedToken(`${origin}/sandbox/apple`) },
      "Provided issuer does not match ID token issuer",
    ],
  ])("an ID token request like %o is refused", async (body, msg) => {
    const response = await signIn(body);
    expect(response).toMatchObject({ status: 400 });
    expect(response.body).toEqual({ code: 400, error_code: "validation_failed", msg });
  });

  it("an ID token request may give the issuer instead of the provider", async () => {
    await fixture.browser().signIn({ provider: "kakao" });
    const { token } = await tokensOf("kakao");
    const { status, body } = await signIn({
      id_token: token,
      issuer: `${origin}/sandbox/kakao`,
      client_id: "any",
    });
    expect(status).toBe(200);
    expect(body.user.app_metadata.provider).toBe("kakao");
  });

  it("an ID token of one provider is refused for another provider", async () => {
    const { token } = await tokensOf("kakao");
    const { error } = await fixture.client().signInWithIdToken({ provider: "google", token });
    expect(error).toMatchObject({ status: 400, message: "Bad ID token" });
  });
});

describe("kakao", () => {
  const signIn = async () =>
    fixture.client().signInWithIdToken({ provider: "kakao", ...(await tokensOf("kakao")) });

  it("an ID token of Kakao does not open another user's account by its address", async () => {
    await fixture.signedIn("grace@example.com");
    const { error } = await signIn();
    expect(error).toMatchObject({ status: 422, code: "provider_email_needs_verification" });
    const { rows } = await database.query<{ provider: string }>(sql`
      select provider from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = 'grace@example.com'`);
    expect(rows).toEqual([{ provider: "email" }]);
  });

  it("an ID token of Kakao signs in after the message's link was followed", async () => {
    expect((await signIn()).error).toMatchObject({ code: "provider_email_needs_verification" });
    await followLink(fixture, "grace@example.com");
    const { data } = await signIn();
    expect(data.user).toMatchObject({ email: "grace@example.com" });
  });

  it("an ID token of Kakao finds the user of an earlier redirect sign-in", async () => {
    await fixture.browser().signIn({ provider: "kakao" });
    const { data } = await signIn();
    expect(data.user?.identities).toHaveLength(1);
  });
});

describe("admission", () => {
  const signIn = async (wire: SocialFixture, fields: Record<string, string> = {}) => {
    const { token } = await tokensOf("google", fields);
    return wire.client().signInWithIdToken({ provider: "google", token });
  };

  it("an ID token creates no user when sign-ups are disabled", async () => {
    const withoutSignUps = await createFixture({ enable_signup: false });
    const { error } = await signIn(withoutSignUps);
    expect(error).toMatchObject({
      status: 422,
      code: "signup_disabled",
      message: "Signups not allowed for this instance",
    });
    await signIn(fixture);
    expect((await signIn(withoutSignUps)).error).toBeNull();
  });

  it("an ID token does not sign in a banned user", async () => {
    await signIn(fixture);
    await database.query(sql`update auth.users set banned_until = now() + interval '1 hour'`);
    expect((await signIn(fixture)).error).toMatchObject({
      status: 403,
      code: "user_banned",
      message: "User is banned",
    });
  });

  it("an ID token with an unverified address signs in only after the address is confirmed", async () => {
    const { error } = await signIn(fixture, { failure: "unverified_email" });
    expect(error).toMatchObject({
      status: 422,
      code: "provider_email_needs_verification",
      message:
        "Unverified email with google. A confirmation email has been sent to your google email",
    });
    const { error: refusal } = await fixture.client().verifyOtp({
      email: "grace@example.com",
      token: fixture.emailTo("grace@example.com").code ?? "",
      type: "signup",
    });
    expect(refusal).toBeNull();
    expect((await signIn(fixture, { failure: "unverified_email" })).error).toBeNull();
  });

  it("an ID token with an unverified address does not open another user's account", async () => {
    await fixture.signedIn("grace@example.com");
    const { error } = await signIn(fixture, { failure: "unverified_email" });
    expect(error).toMatchObject({ code: "provider_email_needs_verification" });
    const { rows } = await database.query(sql`
      select i.provider from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = 'grace@example.com'`);
    expect(rows).toEqual([{ provider: "email" }]);
  });

  it("an ID token without an address is refused unless the project allows it", async () => {
    const { error } = await signIn(fixture, { failure: "no_email" });
    expect(error).toMatchObject({
      status: 422,
      code: "provider_email_needs_verification",
      message: "Unverified email with google. Verify the email with google in order to sign in",
    });
    const withOptionalEmail = await createFixture({
      external: { google: { enabled: true, email_optional: true } },
    });
    expect((await signIn(withOptionalEmail, { failure: "no_email" })).error).toBeNull();
  });

  it("two simultaneous ID token sign-ins of one person create one account", async () => {
    const { token } = await tokensOf("google");
    const responses = await Promise.all(
      [1, 2, 3].map(() => fixture.client().signInWithIdToken({ provider: "google", token })),
    );
    expect(new Set(responses.map(({ data }) => data.user?.id)).size).toBe(1);
    for (const { error } of responses) expect(error).toBeNull();
  });
});

describe("linkIdentity", () => {
  it("linkIdentity with an ID token adds the provider's account to the caller", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const tokens = await tokensOf("google");
    const { error } = await client.linkIdentity({ provider: "google", ...tokens });
    expect(error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user?.email).toBe("ada@example.com");
    expect(data.user?.app_metadata["providers"]).toEqual(["email", "google"]);
    const secondLink = await client.linkIdentity({ provider: "google", ...tokens });
    expect(secondLink.error).toMatchObject({
      status: 422,
      code: "identity_already_exists",
      message: "Identity is already linked",
    });
  });

  it("linkIdentity with an ID token keeps the current session", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const sessionOf = async () => {
      const { data } = await client.getSession();
      return decodeJwt(data.session?.access_token ?? "")["session_id"];
    };
    const earlierSession = await sessionOf();
    const tokens = await tokensOf("google");
    expect((await client.linkIdentity({ provider: "google", ...tokens })).error).toBeNull();
    expect(await sessionOf()).toBe(earlierSession);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it("linkIdentity with an ID token requires a session", async () => {
    const { token } = await tokensOf("google");
    const { status, body } = await fixture.post(
      "/token?grant_type=id_token",
      { provider: "google", id_token: token, link_identity: true },
      { authorization: "Bearer x" },
    );
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_code: "bad_jwt" });
  });

  it("linkIdentity with an ID token is refused unless the project enables it", async () => {
    const withoutManualLinking = await createFixture({ enable_manual_linking: false });
    const client = await withoutManualLinking.signedIn("ada@example.com");
    const tokens = await tokensOf("google");
    const { error } = await client.linkIdentity({ provider: "google", ...tokens });
    expect(error).toMatchObject({ status: 404, code: "manual_linking_disabled" });
  });
});
