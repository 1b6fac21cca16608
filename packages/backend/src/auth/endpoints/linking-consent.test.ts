import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuthFixture, password, tokensOf } from "../../../test/auth/auth-fixture.ts";
import {
  type Browser,
  deleteUsersAndFlows,
  fragment,
  origin,
  type Page,
  refusal,
  type SocialFixture,
  socialFixture,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      additional_redirect_urls: ["https://app.example/**", "com.example.app://callback"],
      sessions: { timebox: "1h" },
      external: { github: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteUsersAndFlows(database);
  wire.emails.length = 0;
});

type Client = ReturnType<AuthFixture["client"]>;

const accountUrl = `${origin}/account`;
const grace = { person: "grace@example.com" };
const unknownStateError = {
  error: "invalid_request",
  error_code: "bad_oauth_state",
  error_description: "OAuth state not found or expired",
};

/** Starts a link with the unmodified client, and returns the URL for its browser. */
async function startLinking(client: Client, redirectTo = accountUrl): Promise<string> {
  const { data, error } = await client.linkIdentity({
    provider: "github",
    options: { redirectTo, skipBrowserRedirect: true },
  });
  if (error) throw error;
  return data.url ?? "";
}

/** Returns from the provider, and follows all redirects. */
async function returnFromProvider(browser: Browser, url: string): Promise<Page> {
  return browser.submit(await browser.open(url), grace);
}

async function providersOf(client: Client): Promise<string[] | undefined> {
  const { data } = await client.getUserIdentities();
  return data?.identities.map(({ provider }) => provider);
}

const ageSessionsAndFlows = (seconds: number) =>
  database.script(`
    update auth.sessions set created_at = created_at - interval '${seconds} seconds',
      updated_at = updated_at - interval '${seconds} seconds';
    update auth.flow_state set created_at = created_at - interval '${seconds} seconds'`);

const sessionOf = (token: string | undefined) => decodeJwt(token ?? "")["session_id"];

describe("linking from the wire's own origin", () => {
  async function signInOn(browser: Browser, flowType?: "implicit" | "pkce") {
    await wire.signedIn("ada@example.com");
    const client = browser.client(flowType);
    await client.signInWithPassword({ email: "ada@example.com", password });
    return client;
  }

  it("linking from a page of the wire's own origin needs no consent and keeps the session", async () => {
    const browser = wire.browser();
    const client = await signInOn(browser);
    const earlierTokens = await tokensOf(client);
    const finalUrl = (await returnFromProvider(browser, await startLinking(client))).url;
    const { access_token = "", refresh_token = "", provider_token } = fragment(finalUrl);
    expect(finalUrl.origin + finalUrl.pathname).toBe(accountUrl);
    expect(provider_token).toBeTruthy();
    expect(sessionOf(access_token)).toBe(sessionOf(earlierTokens.access));
    expect((await client.setSession({ access_token, refresh_token })).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect(await providersOf(client)).toEqual(["email", "github"]);
  });

  it("linking from a page of the wire's own origin keeps the session with PKCE", async () => {
    const browser = wire.browser();
    const client = await signInOn(browser, "pkce");
    const earlierTokens = await tokensOf(client);
    const finalUrl = (await returnFromProvider(browser, await startLinking(client))).url;
    const { data, error } = await client.exchangeCodeForSession(
      finalUrl.searchParams.get("code") ?? "",
    );
    expect(error).toBeNull();
    expect(sessionOf(data.session?.access_token)).toBe(sessionOf(earlierTokens.access));
    expect(data.session?.provider_token).toBeTruthy();
    expect((await client.refreshSession()).error).toBeNull();
    expect(await providersOf(client)).toEqual(["email", "github"]);
  });

  it.each(["implicit", "pkce"] as const)(
    "linking from a page of the wire's own origin does not extend a session (%s)",
    async (flowType) => {
      const browser = wire.browser();
      const client = await signInOn(browser, flowType);
      await ageSessionsAndFlows(3000);
      const finalUrl = (await returnFromProvider(browser, await startLinking(client))).url;
      const { access_token = "", refresh_token = "" } = fragment(finalUrl);
      if (flowType === "pkce") {
        await client.exchangeCodeForSession(finalUrl.searchParams.get("code") ?? "");
      } else await client.setSession({ access_token, refresh_token });
      expect((await client.refreshSession()).error).toBeNull();
      await ageSessionsAndFlows(700);
      expect((await client.refreshSession()).error).toMatchObject({ code: "session_expired" });
    },
  );

  it("linking from a page of the wire's own origin can only be finished in the same browser", async () => {
    const browser = wire.browser();
    const client = await signInOn(browser);
    const otherBrowserUrl = (await returnFromProvider(wire.browser(), await startLinking(client)))
      .url;
    expect(refusal(otherBrowserUrl)).toMatchObject({ error_code: "bad_oauth_state" });
    expect(await providersOf(client)).toEqual(["email"]);
  });
});

describe("linking from another origin", () => {
  it("linking from another page asks the user for consent and then links", async () => {
    const client = await wire.signedIn("ada@example.com");
    const earlierTokens = await tokensOf(client);
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    const { html = "" } = page;
    const text = html.replaceAll(/<style>.*<\/style>/gs, "").replaceAll(/<[^>]*>/g, "");
    expect(text).toContain(
      "You are about to link the GitHub account grace@example.com to the account ada@example.com on localhost:3000.",
    );
    expect(html).not.toContain("<script");
    // Neither the provider's code nor the state is in the page's address.
    expect([...page.url.searchParams.keys()]).toEqual(["linking"]);
    expect(await providersOf(client)).toEqual(["email"]);

    const finalUrl = (await browser.submit(page, { answer: "continue" })).url;
    expect(finalUrl.origin + finalUrl.pathname).toBe(accountUrl);
    expect(await providersOf(client)).toEqual(["email", "github"]);
    const { access_token = "", refresh_token = "", provider_token } = fragment(finalUrl);
    expect(provider_token).toBeTruthy();
    expect(sessionOf(access_token)).toBe(sessionOf(earlierTokens.access));
    expect((await client.setSession({ access_token, refresh_token })).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
  });

  it("linking from another page does not extend a session", async () => {
    const client = await wire.signedIn("ada@example.com");
    await ageSessionsAndFlows(3000);
    const finalUrl = await wire.browser().link(await startLinking(client));
    const { access_token = "", refresh_token = "" } = fragment(finalUrl);
    expect((await client.setSession({ access_token, refresh_token })).error).toBeNull();
    await ageSessionsAndFlows(700);
    expect((await client.refreshSession()).error).toMatchObject({ code: "session_expired" });
  });

  it("linking from another page does not link after the user cancels", async () => {
    const client = await wire.signedIn("ada@example.com");
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    const finalUrl = (await browser.submit(page, { answer: "cancel" })).url;
    expect(finalUrl.origin + finalUrl.pathname).toBe(accountUrl);
    expect(refusal(finalUrl)).toEqual({
      error: "access_denied",
      error_description: "The account was not linked",
    });
    expect(await providersOf(client)).toEqual(["email"]);
    const secondPage = await browser.submit(page, { answer: "continue" });
    expect(refusal(secondPage.url)).toEqual(unknownStateError);
  });

  it("the consent page names the account to a user whom a stranger has sent there", async () => {
    const stranger = await wire.signedIn("mallory@example.com");
    const victim = wire.browser();
    const page = await returnFromProvider(victim, await startLinking(stranger));
    expect(page.html).toContain("mallory@example.com");
    // The stranger knows at most the page's URL, and submits it in their own browser, or makes the victim's browser
    // submit it without its cookie.
    for (const browser of [wire.browser(), wire.browser()]) {
      await browser.open("/auth/v1/authorize?provider=github");
      expect(refusal((await browser.open(page.url.href)).url)).toEqual(unknownStateError);
      const resultPage = await browser.submit(page, { answer: "continue" });
      expect(refusal(resultPage.url)).toEqual(unknownStateError);
    }
    const { cookies } = victim;
    const savedCookies = [...cookies];
    cookies.clear();
    expect(refusal((await victim.submit(page, { answer: "continue" })).url)).toEqual(
      unknownStateError,
    );
    expect(await providersOf(stranger)).toEqual(["email"]);
    for (const [name, value] of savedCookies) cookies.set(name, value);
    const canceledUrl = (await victim.submit(page, { answer: "cancel" })).url;
    expect(fragment(canceledUrl)["error"]).toBe("access_denied");
    // The stranger's link has not changed the victim's own sign-in.
    const { access_token: token } = fragment(await victim.signIn({ provider: "github" }));
    const { body } = await wire.get("/user", { authorization: `Bearer ${token}` });
    expect(body.email).toBe("grace@example.com");
  });

  it("the consent page returns the PKCE code to the browser, where only the client that started the link can use it", async () => {
    await wire.signedIn("ada@example.com");
    const client = wire.client("pkce");
    await client.signInWithPassword({ email: "ada@example.com", password });
    const { access } = await tokensOf(client);
    const finalUrl = await wire.browser().link(await startLinking(client));
    expect(finalUrl.hash).toBe("");
    const code = finalUrl.searchParams.get("code") ?? "";
    const otherClient = wire.client("pkce");
    await otherClient.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    expect((await otherClient.exchangeCodeForSession(code)).error).toMatchObject({
      code: "bad_code_verifier",
    });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(sessionOf(data.session?.access_token)).toBe(sessionOf(access));
    expect(await providersOf(client)).toEqual(["email", "github"]);
  });

  it.each([
    ["https://app.example/after?kept=1", "form-action 'self' https://app.example;"],
    ["com.example.app://callback", "form-action 'self' com.example.app:;"],
  ])(
    "the consent page redirects to %s, which its policy allows",
    async (redirectTo, formAction) => {
      const client = await wire.signedIn("ada@example.com");
      const browser = wire.browser();
      const page = await returnFromProvider(browser, await startLinking(client, redirectTo));
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const { search } = page.url;
      const { headers } = await wire.app.request(`/callback${search}`, { headers: { cookie } });
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/style-src 'sha256-[\w+/=]{44}'/);
      expect(policy).toContain(formAction);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
      });
      const finalUrl = (await browser.submit(page, { answer: "continue" })).url;
      expect(finalUrl.href.split("#")[0]).toBe(redirectTo);
    },
  );

  it("the consent page escapes names", async () => {
    const client = await wire.signedIn("ada@example.com");
    await database.query(sql`
      update auth.users set email = '"<img src=x onerror=alert(1)>"@example.com'`);
    const { html } = await returnFromProvider(wire.browser(), await startLinking(client));
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img");
  });

  it("the consent page works for a guest without a name", async () => {
    const client = wire.client();
    await client.signInAnonymously();
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    expect(page.html).toContain("to a guest account on");
    await browser.submit(page, { answer: "continue" });
    expect((await client.getUser()).data.user).toMatchObject({
      email: "grace@example.com",
      is_anonymous: false,
    });
  });

  it("the consent page is valid for ten minutes while the session lasts, and survives a reload", async () => {
    const client = await wire.signedIn("ada@example.com");
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    expect((await browser.open(page.url.href)).html).toBe(page.html);
    await ageSessionsAndFlows(590);
    expect((await browser.open(page.url.href)).html).toBe(page.html);
    await ageSessionsAndFlows(20);
    expect(refusal((await browser.submit(page, { answer: "continue" })).url)).toMatchObject({
      error_code: "bad_oauth_state",
      error_description: "OAuth state has expired",
    });
    expect(await providersOf(client)).toEqual(["email"]);
  });

  it.each([
    ["session_not_found", (client: Client) => client.signOut()],
    [
      "session_expired",
      () => database.script("update auth.sessions set created_at = now() - interval '61 minutes'"),
    ],
  ])("the consent page expires with the session (%s)", async (code, endSession) => {
    const client = await wire.signedIn("ada@example.com");
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    await endSession(client);
    const finalUrl = (await browser.submit(page, { answer: "continue" })).url;
    expect(refusal(finalUrl)).toMatchObject({ error_code: code });
    const { rows } = await database.query(
      sql`select from auth.identities where provider = 'github'`,
    );
    expect(rows).toEqual([]);
  });

  it("the consent page links once, even if it is submitted twice", async () => {
    const client = await wire.signedIn("ada@example.com");
    const browser = wire.browser();
    const page = await returnFromProvider(browser, await startLinking(client));
    const pages = await Promise.all([
      browser.submit(page, { answer: "continue" }),
      browser.submit(page, { answer: "continue" }),
    ]);
    const errorCodes = pages.map(({ url }) => url.searchParams.get("error_code"));
    expect(errorCodes.toSorted()).toEqual(["bad_oauth_state", null]);
    expect(await providersOf(client)).toEqual(["email", "github"]);
  });

  it("the consent page keeps the provider's tokens encrypted in the database", async () => {
    const client = await wire.signedIn("ada@example.com");
    await returnFromProvider(wire.browser(), await startLinking(client));
    const { rows } = await database.query<{ row: string }>(
      sql`select to_json(flow)::text as row from auth.flow_state flow`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain('"linking_target_id":"');
    expect(rows[0]?.row).not.toMatch(/grace|accessToken/i);
  });

  it.each(["", "x", "6a2f5d0e-90a9-4b2c-8a7c-6d0f7f6f2d11", "%00"])(
    "the consent page does not exist at %j",
    async (id) => {
      const browser = wire.browser();
      await browser.open("/auth/v1/authorize?provider=github");
      const page = await browser.open(`/auth/v1/callback?linking=${id}`);
      expect(refusal(page.url)).toEqual(unknownStateError);
      const init = { method: "POST", body: new URLSearchParams({ answer: "continue" }) };
      const resultPage = await browser.open(`/auth/v1/callback?linking=${id}`, init);
      expect(refusal(resultPage.url)).toEqual(unknownStateError);
    },
  );
});
