import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  grace,
  openTestSandbox,
  redirectUri,
  sandboxOrigin,
  sandboxProvider,
  type TestSandbox,
} from "../../../test/auth/sandbox.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { newCodeVerifier } from "./oauth-client.ts";
import type { ProviderName } from "./providers.ts";
import { failuresOf } from "./sandbox/failures.ts";
import { sandboxFetch } from "./sandbox.ts";

let database: Database;
let test: TestSandbox;
const request = (path: string, init?: RequestInit) =>
  test.sandbox.request(sandboxOrigin + path, init);

beforeAll(async () => {
  database = await openTestDatabase();
  test = openTestSandbox(database);
});
afterAll(() => database.close());

describe("the authorize page", () => {
  const page = async (change: (url: URL) => void) => {
    const url = new URL((await test.authorizationUrl("github", "s")).url);
    change(url);
    return test.sandbox.request(url.href);
  };

  it("the sandbox's page explains itself, names the application, and runs no script", async () => {
    const response = await page(() => {});
    const text = await response.text();
    expect(text).toContain("<h1>Sandbox GitHub</h1>");
    expect(text).toContain("It doesn't use real accounts");
    expect(text).toContain("<strong>localhost:3000</strong>");
    expect(text).toContain("user:email");
    expect(text).not.toMatch(/<script|<style|style=|onload/);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["an unknown client", "client_id", "somebody"],
    ["a redirect URI that is not registered", "redirect_uri", "https://evil.example/callback"],
    ["a longer redirect URI", "redirect_uri", `${redirectUri}/more`],
  ])("the sandbox's page refuses %s without a redirect", async (_, name, value) => {
    const response = await page((url) => url.searchParams.set(name, value));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it.each([
    ["response_type", "token", "response_type must be code."],
    ["code_challenge_method", "plain", "code_challenge_method must be S256."],
    ["code_challenge", undefined, "code_challenge is missing."],
  ])("the sandbox's page redirects with a wrong %s", async (name, value, reason) => {
    const response = await page((url) =>
      value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, value),
    );
    const target = new URL(response.headers.get("location") ?? "");
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(target.searchParams.get("error")).toBe("invalid_request");
    expect(target.searchParams.get("error_description")).toBe(reason);
    expect(target.searchParams.get("state")).toBe("s");
  });

  it("the sandbox's page checks the form like the query", async () => {
    const body = new URLSearchParams({
      client_id: "portico-sandbox",
      redirect_uri: "https://evil.example",
      ...grace,
    });
    const response = await request("/sandbox/github/authorize", { method: "POST", body });
    expect(response.status).toBe(400);
  });

  it("the sandbox's page escapes the parameters of the request", async () => {
    const { url } = await test.authorizationUrl("github", '"><script>alert(1)</script>');
    const text = await (await test.sandbox.request(url)).text();
    expect(text).not.toContain("<script>alert");
  });

  it("the sandbox's page signs in another user by the entered address", async () => {
    const fields = { person: "someone-else", name: "Zoë Test", email: "zoe@example.org" };
    const { profile } = await test.client.exchange(
      sandboxProvider("github"),
      await test.visit("github", fields),
    );
    expect(profile.claims).toMatchObject({
      name: "Zoë Test",
      email: "zoe@example.org",
      user_name: "zoetest",
    });
  });

  it("the sandbox's page asks again for an invalid address and keeps the other fields", async () => {
    const { url } = await test.authorizationUrl("github");
    const { pathname, searchParams } = new URL(url);
    const fields = { person: "someone-else", name: "Zoë", email: "zoe", failure: "slow" };
    const body = new URLSearchParams([...searchParams, ...Object.entries(fields)]);
    const response = await request(pathname, { method: "POST", body });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain("Enter an email address, such as someone@example.com.");
    expect(text).toContain('aria-describedby="complaint"');
    expect(text).toContain('value="Zoë"');
    expect(text).toContain('<option value="slow" selected>');
  });

  it("the sandbox's page offers exactly the failures that the provider can have", async () => {
    const { url } = await test.authorizationUrl("github");
    const text = await (await test.sandbox.request(url)).text();
    const offeredFailures = [...text.matchAll(/<option value="(\w+)"/g)].map(
      ([, failure]) => failure,
    );
    expect(offeredFailures).toEqual(failuresOf("github", sandboxProvider("github").description));
    expect(offeredFailures).not.toContain("wrong_nonce");
  });

  it("the sandbox's page does not exist for an unknown provider", async () => {
    expect((await request("/sandbox/myspace/authorize")).status).toBe(404);
  });
});

/** Returns the token request for a provider's code, with `change` applied. */
async function tokenRequest(name: ProviderName, change: Record<string, string> = {}) {
  const { parameters, codeVerifier } = await test.visit(name, grace);
  const { clientId, clientSecret } = sandboxProvider(name);
  return new URLSearchParams({
    grant_type: "authorization_code",
    code: parameters.get("code") ?? "",
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: codeVerifier,
    ...change,
  });
}

describe("the token endpoint", () => {
  it("the sandbox accepts a code once, in every process", async () => {
    const body = await tokenRequest("github");
    const firstResponse = await request("/sandbox/github/token", { method: "POST", body });
    expect(await firstResponse.json()).toMatchObject({ token_type: "bearer", scope: "user:email" });
    const url = `${sandboxOrigin}/sandbox/github/token`;
    const secondResponse = await test.neighbour().request(url, { method: "POST", body });
    expect(await secondResponse.json()).toMatchObject({
      error: "invalid_grant",
      error_description: "The code has already been used.",
    });
  });

  it.each([
    ["a wrong secret", { client_secret: "guess" }, "invalid_client"],
    ["another client", { client_id: "guess" }, "invalid_client"],
    ["another redirect URI", { redirect_uri: `${sandboxOrigin}/other` }, "invalid_grant"],
    ["another verifier", { code_verifier: newCodeVerifier() }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["a forged code", { code: "eyJhbGciOiJub25lIn0.e30." }, "invalid_grant"],
    ["another grant type", { grant_type: "password" }, "unsupported_grant_type"],
  ])("the sandbox's token endpoint refuses %s", async (_, change, error) => {
    const body = await tokenRequest("gitlab", change);
    const response = await request("/sandbox/gitlab/token", { method: "POST", body });
    expect(response.status).toBe(error === "invalid_client" ? 401 : 400);
    expect(await response.json()).toMatchObject({ error });
  });

  it("the sandbox refuses another provider's code", async () => {
    const body = await tokenRequest("gitlab");
    const response = await request("/sandbox/google/token", { method: "POST", body });
    expect(await response.json()).toMatchObject({ error: "invalid_grant" });
  });

  it("the sandbox requires the secret in the header if the provider does", async () => {
    const body = await tokenRequest("spotify");
    const response = await request("/sandbox/spotify/token", { method: "POST", body });
    expect(response.status).toBe(401);
  });
});

describe("user-info and keys", () => {
  const userInfo = (name: ProviderName, token: string) =>
    request(`/sandbox/${name}/userinfo`, { headers: { authorization: `Bearer ${token}` } });

  it("the sandbox's user-info requires its own token", async () => {
    const session = await test.client.exchange(
      sandboxProvider("gitlab"),
      await test.visit("gitlab", grace),
    );
    expect((await userInfo("gitlab", session.accessToken)).status).toBe(200);
    expect((await userInfo("github", session.accessToken)).status).toBe(401);
    expect((await userInfo("gitlab", "guess")).status).toBe(401);
  });

  it("the sandbox does not accept a code as an access token", async () => {
    const { parameters } = await test.visit("github", grace);
    expect((await userInfo("github", parameters.get("code") ?? "")).status).toBe(401);
  });

  it("the sandbox publishes its configuration and the keys that verify its tokens", async () => {
    const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });
    const { issuer, jwks_uri: keys } = discovery.parse(
      await (await request("/sandbox/google/.well-known/openid-configuration")).json(),
    );
    const body = await tokenRequest("google");
    const response = await request("/sandbox/google/token", { method: "POST", body });
    const { id_token: idToken } = z.object({ id_token: z.string() }).parse(await response.json());
    const keySet = createRemoteJWKSet(new URL(keys), {
      [customFetch]: sandboxFetch(test.sandbox, sandboxOrigin),
    });
    const { payload } = await jwtVerify(idToken, keySet, { issuer, audience: "portico-sandbox" });
    expect(payload).toMatchObject({ email: "grace@example.com", nonce: expect.any(String) });
  });

  it("the sandbox publishes one key in every process, and only its public half", async () => {
    const url = `${sandboxOrigin}/sandbox/google/jwks`;
    const [response, otherProcessResponse] = await Promise.all([
      test.sandbox.request(url),
      test.neighbour().request(url),
    ]);
    const keys = await response.text();
    expect(await otherProcessResponse.text()).toBe(keys);
    expect(keys).toContain('"x"');
    expect(keys).not.toContain('"d"');
  });
});
