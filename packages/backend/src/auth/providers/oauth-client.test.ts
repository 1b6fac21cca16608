import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createOAuthClient } from "./oauth-client.ts";
import { providerFor } from "./provider-config.ts";

const redirectUri = "https://app.test/auth/v1/callback";
const codeVerifier = "verifier-verifier-verifier-verifier-verifier-verifier";
const settings = { enabled: true, client_id: "client", secret: "s:ecret" };

/** Returns an OAuth client that gets these responses by URL, and the list of its requests. */
function mockServers(responses: Record<string, () => Response | Promise<Response>>) {
  const requests: { url: string; headers: Headers; body: URLSearchParams }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = new URLSearchParams(await request.text());
    requests.push({ url: request.url, headers: request.headers, body });
    const respond = responses[url.origin + url.pathname];
    if (respond === undefined) throw new TypeError(`${request.url} has no server`);
    return respond();
  };
  return { requests, client: createOAuthClient({ fetch }) };
}

/** Returns a `fetch` response that never arrives. The request times out immediately. */
function silentServer(): () => Promise<Response> {
  let timeout = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    timeout = new AbortController();
    return timeout.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => {
    timeout.abort(new DOMException("The request took too long.", "TimeoutError"));
    return new Promise(() => {});
  };
}

const callback = (parameters: Record<string, string> = { code: "code-1234", state: "s" }) => ({
  parameters: new URLSearchParams(parameters),
  redirectUri,
  codeVerifier,
});

describe("authorizationUrl", () => {
  const { client } = mockServers({});
  const urlOf = async (name: string, request: object = {}) =>
    new URL(
      await client.authorizationUrl(providerFor(name, settings), {
        state: "state",
        redirectUri,
        codeVerifier,
        ...request,
      }),
    );

  it("authorizationUrl requests a code from GitHub with PKCE", async () => {
    const url = await urlOf("github");
    expect(url.origin + url.pathname).toBe("https://github.com/login/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client",
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "user:email",
      state: "state",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it.each([["repo,gist"], ["repo gist"], ["repo, gist,,user:email"]])(
    "authorizationUrl adds the scopes %s to the provider's own",
    async (scopes) => {
      const url = await urlOf("github", { scopes });
      expect(url.searchParams.get("scope")).toBe("user:email repo gist");
    },
  );

  it("authorizationUrl lets the application add parameters but not replace those of this server", async () => {
    const parameters = {
      prompt: "consent",
      STATE: "theirs",
      state: "theirs",
      redirect_uri: "https://evil.test",
      client_id: "theirs",
      response_type: "token",
      code_challenge: "theirs",
      Code_Verifier: "theirs",
    };
    const { searchParams } = await urlOf("google", { parameters });
    expect(searchParams.get("prompt")).toBe("consent");
    expect(searchParams.get("state")).toBe("state");
    expect(searchParams.get("redirect_uri")).toBe(redirectUri);
    expect(searchParams.get("client_id")).toBe("client");
    expect(searchParams.get("response_type")).toBe("code");
    expect([...searchParams.values()]).not.toContain("theirs");
  });

  it("authorizationUrl renames a parameter for WorkOS", async () => {
    const url = await urlOf("workos", { parameters: { workos_provider: "GoogleOAuth" } });
    expect(url.searchParams.get("provider")).toBe("GoogleOAuth");
    expect(url.searchParams.has("scope")).toBe(false);
  });

  it("authorizationUrl requests form_post from Apple and encodes spaces as %20", async () => {
    const url = await urlOf("apple", { scopes: "more" });
    expect(url.searchParams.get("response_mode")).toBe("form_post");
    expect(url.search).toContain("scope=email%20name");
  });

  it("authorizationUrl sends a nonce if the ID token is read, unless that is disabled", async () => {
    expect((await urlOf("google")).searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
    expect((await urlOf("linkedin_oidc")).searchParams.has("nonce")).toBe(false);
    expect((await urlOf("kakao")).searchParams.has("nonce")).toBe(false);
    const withoutNonceCheck = providerFor("google", { ...settings, skip_nonce_check: true });
    const request = { state: "state", redirectUri, codeVerifier };
    expect(await client.authorizationUrl(withoutNonceCheck, request)).not.toContain("nonce");
  });
});

describe("exchange", () => {
  const gitHubUser = {
    "https://api.github.com/user": () => Response.json({ id: 7, login: "ada", name: "Ada" }),
    "https://api.github.com/user/emails": () =>
      Response.json([{ email: "ada@example.com", verified: true, primary: true }]),
  };
  const github = providerFor("github", settings);
  const gitHubToken = "https://github.com/login/oauth/access_token";

  it("exchange redeems the code and requests the user with the token", async () => {
    const { client, requests } = mockServers({
      [gitHubToken]: () =>
        Response.json({ access_token: "gho_1", scope: "user:email", token_type: "bearer" }),
      ...gitHubUser,
    });
    const session = await client.exchange(github, callback());
    expect(session).toMatchObject({
      accessToken: "gho_1",
      refreshToken: undefined,
      expiresIn: undefined,
      profile: { subject: "7" },
    });
    expect(Object.fromEntries(requests[0]?.body ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "code-1234",
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      client_id: "client",
      client_secret: "s:ecret",
    });
    expect(requests[1]?.headers.get("authorization")).toBe("Bearer gho_1");
    expect(requests[1]?.headers.get("user-agent")).toBe("portico");
  });

  it("exchange reads a token in form encoding", async () => {
    const { client } = mockServers({
      [gitHubToken]: () => new Response(new URLSearchParams({ access_token: "gho_1" })),
      ...gitHubUser,
    });
    expect((await client.exchange(github, callback())).accessToken).toBe("gho_1");
  });

  it.each([
    ["an error with status 200", () => Response.json({ error: "bad_verification_code" })],
    ["an error", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
    ["an HTML page", () => new Response("<h1>Down</h1>", { status: 503 })],
    ["an empty body", () => new Response(null, { status: 204 })],
    ["no token", () => Response.json({ token_type: "bearer" })],
    ["a redirect", () => Response.redirect("https://evil.test/")],
    ["no response", undefined],
  ])("exchange fails when the token endpoint responds with %s", async (_, respond) => {
    const { client } = mockServers({ [gitHubToken]: respond ?? silentServer(), ...gitHubUser });
    await expect(client.exchange(github, callback())).rejects.toMatchObject({
      name: "ProviderError",
      status: 500,
      code: "unexpected_failure",
      error: "server_error",
      message: "Unable to exchange external code: code",
    });
  });

  it.each([
    ["an error", () => Response.json({ message: "Bad credentials" }, { status: 401 })],
    ["an HTML page", () => new Response("<h1>Hello</h1>")],
    ["an empty object", () => Response.json({})],
    ["no response", undefined],
  ])("exchange fails when user-info responds with %s", async (_, respond) => {
    const { client } = mockServers({
      [gitHubToken]: () => Response.json({ access_token: "gho_1", token_type: "bearer" }),
      ...gitHubUser,
      "https://api.github.com/user": respond ?? silentServer(),
    });
    await expect(client.exchange(github, callback())).rejects.toMatchObject({
      status: 500,
      message: "Error getting user profile from external provider",
    });
  });

  it("exchange reports the provider's refusal", async () => {
    const { client, requests } = mockServers({});
    const parameters = { error: "access_denied", error_description: "The user said no" };
    await expect(client.exchange(github, callback(parameters))).rejects.toMatchObject({
      error: "access_denied",
      code: undefined,
      message: "The user said no",
    });
    expect(requests).toEqual([]);
  });

  it("exchange refuses a code that another server issued", async () => {
    const { client, requests } = mockServers({});
    const keycloak = providerFor("keycloak", { ...settings, url: "https://id.test/realms/main" });
    const parameters = { code: "code-1234", iss: "https://id.evil.test/realms/main" };
    await expect(client.exchange(keycloak, callback(parameters))).rejects.toMatchObject({
      message: "Unable to exchange external code: code",
    });
    expect(requests).toEqual([]);
  });

  it("exchange authenticates in the header if the provider requires it", async () => {
    const { client, requests } = mockServers({});
    const spotify = providerFor("spotify", settings);
    await expect(client.exchange(spotify, callback())).rejects.toThrow();
    const header = requests[0]?.headers.get("authorization") ?? "";
    expect(atob(header.replace("Basic ", ""))).toBe("client:s%3Aecret");
    expect(requests[0]?.body.has("client_secret")).toBe(false);
  });

  it("exchange reads tokens without a type, with listed scopes or without a lifetime", async () => {
    const { client } = mockServers({
      "https://id.twitch.tv/oauth2/token": () =>
        Response.json({ access_token: "t", scope: ["user:read:email"], expires_in: null }),
      "https://api.twitch.tv/helix/users": () =>
        Response.json({ data: [{ id: "1", login: "ada", email: "ada@example.com" }] }),
    });
    const session = await client.exchange(providerFor("twitch", settings), callback());
    expect(session.accessToken).toBe("t");
  });

  it("exchange sends Twitch its client id and Notion its version", async () => {
    const token = () => Response.json({ access_token: "t", token_type: "bearer" });
    const { client, requests } = mockServers({
      "https://id.twitch.tv/oauth2/token": token,
      "https://api.notion.com/v1/oauth/token": token,
    });
    for (const name of ["twitch", "notion"])
      await client.exchange(providerFor(name, settings), callback()).catch(() => {});
    expect(requests[1]?.headers.get("client-id")).toBe("client");
    expect(requests[3]?.headers.get("notion-version")).toBe("2021-08-16");
  });

  it("exchange proves to Facebook that it has the secret", async () => {
    const { client, requests } = mockServers({
      "https://graph.facebook.com/oauth/access_token": () =>
        Response.json({ access_token: "EAAB", token_type: "bearer", expires_in: 5183944 }),
      "https://graph.facebook.com/me": () =>
        Response.json({ id: "1", email: "ada@example.com", first_name: "Ada" }),
    });
    const session = await client.exchange(providerFor("facebook", settings), callback());
    const url = new URL(requests[1]?.url ?? "");
    expect(url.searchParams.get("fields")).toBe("email,first_name,last_name,name,picture");
    expect(url.searchParams.get("appsecret_proof")).toBe(
      createHmac("sha256", "s:ecret").update("EAAB").digest("hex"),
    );
    // Supabase Auth writes the whole URL here, without the proof.
    expect(session.profile.claims["iss"]).toBe(
      "https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture",
    );
  });

  it("exchange refuses an ID token for another access token", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const idToken = await new SignJWT({ sub: "1", email: "ada@example.com", at_hash: "another" })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer("https://accounts.google.com")
      .setAudience("client")
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
    const { client } = mockServers({
      "https://oauth2.googleapis.com/token": () =>
        Response.json({ access_token: "ya29", token_type: "Bearer", id_token: idToken }),
      "https://www.googleapis.com/oauth2/v3/certs": async () =>
        Response.json({ keys: [await exportJWK(publicKey)] }),
    });
    const google = providerFor("google", { ...settings, skip_nonce_check: true });
    await expect(client.exchange(google, callback())).rejects.toMatchObject({
      message: "Error getting user profile from external provider",
      cause: { message: "the ID token belongs to another access token" },
    });
  });

  it("exchange reads Google's user-info if Google sends no ID token", async () => {
    const { client } = mockServers({
      "https://oauth2.googleapis.com/token": () =>
        Response.json({ access_token: "ya29", token_type: "Bearer", expires_in: 3599 }),
      "https://www.googleapis.com/userinfo/v2/me": () =>
        Response.json({ id: "1", email: "ada@example.com", verified_email: true }),
    });
    const { profile } = await client.exchange(providerFor("google", settings), callback());
    expect(profile.claims["iss"]).toBe("https://www.googleapis.com/userinfo/v2/me");
  });

  it("exchange reports that Apple's secret is invalid", async () => {
    const { client } = mockServers({
      "https://appleid.apple.com/auth/token": () =>
        Response.json({ error: "invalid_client" }, { status: 400 }),
    });
    await expect(client.exchange(providerFor("apple", settings), callback())).rejects.toMatchObject(
      {
        message: "Unable to exchange external code: code",
        cause: { message: expect.stringContaining("auth.external.apple.secret is not the JWT") },
      },
    );
  });

  it("exchange requires an ID token from Azure and Apple", async () => {
    const token = () => Response.json({ access_token: "t", token_type: "Bearer" });
    const { client } = mockServers({
      "https://login.microsoftonline.com/common/oauth2/v2.0/token": token,
      "https://appleid.apple.com/auth/token": token,
    });
    for (const name of ["azure", "apple"])
      await expect(client.exchange(providerFor(name, settings), callback())).rejects.toMatchObject({
        cause: { message: `${name} sent no ID token` },
      });
  });
});
