import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { origin, type SocialFixture, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let fixture: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await socialFixture(database, {
    auth: {
      external: {
        github: { enabled: true },
        google: { enabled: true, client_id: "client", secret: "secret" },
        gitlab: {
          enabled: true,
          client_id: "client",
          secret: "secret",
          redirect_uri: "https://login.example.com/callback",
        },
        azure: { enabled: false, client_id: "client", secret: "secret" },
      },
    },
  });
});
afterAll(() => database.close());

const authorize = (query: string, headers: Record<string, string> = {}) =>
  fixture.app.request(`${origin}/authorize?${query}`, { headers });
const redirectOf = async (query: string) => {
  const response = await authorize(query);
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "");
};

describe("GET /authorize", () => {
  it("GET /authorize redirects to the provider with the parameters for the callback", async () => {
    const url = await redirectOf("provider=google&scopes=openid&access_type=offline");
    expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client",
      redirect_uri: `${origin}/auth/v1/callback`,
      response_type: "code",
      scope: "email profile openid",
      access_type: "offline",
      state: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it("GET /authorize does not reveal the application's parameters to the provider", async () => {
    const challenge = "a".repeat(43);
    const url = await redirectOf(
      `provider=google&redirect_to=${origin}/x&skip_http_redirect=true&code_challenge=${challenge}&code_challenge_method=s256`,
    );
    expect(url.search).not.toContain(challenge);
    expect(url.searchParams.has("redirect_to")).toBe(false);
    expect(url.searchParams.has("skip_http_redirect")).toBe(false);
  });

  it("GET /authorize redirects to the sandbox for a provider without a client id", async () => {
    const url = await redirectOf("provider=github");
    expect(url.origin + url.pathname).toBe(`${origin}/sandbox/github/authorize`);
  });

  it("GET /authorize sets an HttpOnly browser secret once and reuses it", async () => {
    const cookie = (await authorize("provider=github")).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^portico_browser=[\w-]{43}; Max-Age=3600; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    );
    const [browserCookie = ""] = cookie.split(";");
    const secondResponse = await authorize("provider=google", { cookie: browserCookie });
    expect(secondResponse.headers.get("set-cookie")).toContain(browserCookie);
    const responseToForgedCookie = await authorize("provider=google", {
      cookie: "portico_browser=mine",
    });
    expect(responseToForgedCookie.headers.get("set-cookie")).not.toContain("=mine");
  });

  it("GET /authorize binds the browser secret to its host over TLS, and lets Apple's form post send it", async () => {
    const withTls = await socialFixture(database, {
      auth: {
        external_url: "https://api.example.com/auth/v1",
        external: { apple: { enabled: true, client_id: "client", secret: "secret" } },
      },
    });
    const response = await withTls.app.request("https://api.example.com/authorize?provider=apple");
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^__Host-portico_browser=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    );
    const [browserCookie = ""] = cookie.split(";");
    const secondResponse = await withTls.app.request(
      "https://api.example.com/authorize?provider=apple",
      {
        headers: { cookie: browserCookie },
      },
    );
    expect(secondResponse.headers.get("set-cookie")).toContain(browserCookie);
  });

  it("GET /authorize sets no browser secret if the provider redirects to another host", async () => {
    const response = await authorize("provider=gitlab");
    const url = new URL(response.headers.get("location") ?? "");
    expect(url.searchParams.get("redirect_uri")).toBe("https://login.example.com/callback");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("GET /authorize stores the flow under the name of the provider's callback, even if it is called under an alias", async () => {
    const response = await fixture.app.request("http://127.0.0.1:3000/authorize?provider=github");
    const location = response.headers.get("location") ?? "";
    expect(location).toBe(`${origin}/auth/v1/authorize?provider=github&portico_moved=1`);
    const secondResponse = await fixture.app.request(
      "http://127.0.0.1:3000/authorize?provider=github&portico_moved=1",
    );
    expect(secondResponse.headers.get("location")).toContain("/sandbox/github/authorize");
  });

  it.each([
    ["provider=myspace", "Unsupported provider: Provider myspace could not be found"],
    ["", "Unsupported provider: Provider  could not be found"],
    ["provider=azure", "Unsupported provider: provider is not enabled"],
    ["provider=facebook", "Unsupported provider: provider is not enabled"],
    [
      "provider=github&code_challenge=x",
      "PKCE flow requires code_challenge_method and code_challenge",
    ],
  ])("GET /authorize refuses %s", async (query, msg) => {
    const { status, body } = await fixture.get(`/authorize?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, error_code: "validation_failed", msg });
  });
});
