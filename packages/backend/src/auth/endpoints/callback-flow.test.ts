import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteUsersAndFlows,
  fragment,
  origin,
  refusal,
  type SocialFixture,
  socialFixtures,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let createFixture: ReturnType<typeof socialFixtures>;
beforeAll(async () => {
  database = await openTestDatabase();
  createFixture = socialFixtures(database);
});
afterAll(() => database.close());
beforeEach(() => deleteUsersAndFlows(database));

describe("a flow", () => {
  const stateRefusal = (description: string) => ({
    error: "invalid_request",
    error_code: "bad_oauth_state",
    error_description: description,
  });

  it("a callback with an altered state redirects to the site URL with an error", async () => {
    const fixture = await createFixture();
    const finalUrl = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome` }, { failure: "wrong_state" });
    expect(finalUrl.pathname).toBe("/");
    expect(refusal(finalUrl)).toEqual(stateRefusal("OAuth state parameter is invalid"));
  });

  it.each([
    ["", { error_code: "bad_oauth_callback", error_description: "OAuth state parameter missing" }],
    ["?state=1", { error_description: "OAuth state parameter is invalid" }],
    [
      "?state=6a2f5d0e-90a9-4b2c-8a7c-6d0f7f6f2d11.x&code=1",
      { error_description: "OAuth state not found or expired" },
    ],
    ["?state=%00", { error_description: "OAuth state parameter is invalid" }],
  ])("the callback refuses %s", async (query, expected) => {
    const fixture = await createFixture();
    const page = await fixture.browser().open(`/auth/v1/callback${query}`);
    expect(refusal(page.url)).toMatchObject(expected);
  });

  /** Signs in at GitHub, and returns the callback's URL without following it. */
  async function beginSignIn(fixture: SocialFixture, query: Record<string, string> = {}) {
    const browser = fixture.browser();
    const page = await browser.open(
      `/auth/v1/authorize?${new URLSearchParams({ provider: "github", ...query })}`,
    );
    const form = new URLSearchParams({
      ...Object.fromEntries(page.url.searchParams),
      person: "grace@example.com",
    });
    const response = await fixture.auth.sandbox?.fetch(
      new Request(`${origin}/sandbox/github/authorize`, { method: "POST", body: form }),
    );
    return { browser, callback: response?.headers.get("location") ?? "" };
  }

  it("a state is accepted once", async () => {
    const fixture = await createFixture();
    const { browser, callback } = await beginSignIn(fixture);
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
    const replayedPage = await browser.open(callback);
    expect(refusal(replayedPage.url)).toEqual(stateRefusal("OAuth state not found or expired"));
  });

  it("a PKCE state is accepted once, and its code can still be exchanged", async () => {
    const fixture = await createFixture();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const { browser, callback } = await beginSignIn(fixture, query);
    const code = (await browser.open(callback)).url.searchParams.get("code") ?? "";
    const replayedPage = await browser.open(callback);
    expect(refusal(replayedPage.url)).toEqual({
      error: "invalid_request",
      error_code: "flow_state_already_used",
      error_description: "State has already been used",
    });
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  });

  it("a callback does not sign in another browser", async () => {
    const fixture = await createFixture();
    const { browser, callback } = await beginSignIn(fixture);
    const victim = fixture.browser();
    expect(refusal((await victim.open(callback)).url)).toEqual(
      stateRefusal("OAuth state parameter is invalid"),
    );
    await victim.open("/auth/v1/authorize?provider=github");
    expect(refusal((await victim.open(callback)).url)).toEqual(
      stateRefusal("OAuth state parameter is invalid"),
    );
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
  });

  it("two tabs of one browser can sign in at the same time", async () => {
    const fixture = await createFixture();
    const { browser, callback } = await beginSignIn(fixture);
    await browser.open("/auth/v1/authorize?provider=google");
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
  });

  it("a flow expires after ten minutes", async () => {
    const fixture = await createFixture();
    const afterSeconds = async (seconds: number) => {
      const { browser, callback } = await beginSignIn(fixture);
      await database.query(
        sql`update auth.flow_state set created_at = now() - make_interval(secs => ${seconds})`,
      );
      return (await browser.open(callback)).url;
    };
    expect(fragment(await afterSeconds(590))).toHaveProperty("access_token");
    expect(refusal(await afterSeconds(601))).toEqual(stateRefusal("OAuth state has expired"));
  });

  it("a flow's code is valid for five minutes, even if the user has stayed at the provider for longer", async () => {
    const fixture = await createFixture();
    const client = fixture.client("pkce");
    const returnAfter = async (seconds: number) => {
      const { data } = await client.signInWithOAuth({
        provider: "github",
        options: { skipBrowserRedirect: true },
      });
      const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
      const { browser, callback } = await beginSignIn(fixture, query);
      await database.query(
        sql`update auth.flow_state set created_at = now() - make_interval(secs => ${seconds})`,
      );
      return (await browser.open(callback)).url.searchParams.get("code") ?? "";
    };
    const promptExchange = await client.exchangeCodeForSession(await returnAfter(590));
    expect(promptExchange.error).toBeNull();

    const code = await returnAfter(10);
    await database.query(sql`
      update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`);
    const lateExchange = await client.exchangeCodeForSession(code);
    expect(lateExchange.error?.code).toBe("flow_state_expired");
  });

  it("a flow whose code is never exchanged is deleted with the provider's tokens", async () => {
    const fixture = await createFixture();
    const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "s256" };
    await fixture.browser().signIn({ provider: "github", ...challenge });
    await database.query(sql`
      update auth.flow_state set auth_code_issued_at = now() - interval '61 minutes'`);
    await database.query(sql`
      insert into auth.oauth_client_states (id, provider_type, created_at)
      values (gen_random_uuid(), 'github', now() - interval '61 minutes')`);
    await fixture.browser().open("/auth/v1/authorize?provider=google");
    const { rows } = await database.query(sql`
      select provider_type from auth.flow_state where provider_type = 'github'
      union all select provider_type from auth.oauth_client_states where provider_type = 'github'`);
    expect(rows).toEqual([]);
  });

  it("a callback is refused if the provider was disabled in the meantime", async () => {
    const { browser, callback } = await beginSignIn(await createFixture());
    const withoutProviders = await createFixture({ external: {} });
    const otherBrowser = withoutProviders.browser();
    for (const [name, value] of browser.cookies) otherBrowser.cookies.set(name, value);
    expect(refusal((await otherBrowser.open(callback)).url)).toEqual({
      error: "invalid_request",
      error_code: "oauth_provider_not_supported",
      error_description: "Unsupported provider: provider is not enabled",
    });
  });
});
