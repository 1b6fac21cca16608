import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import {
  forgetFlows,
  fragment,
  origin,
  refusal,
  type SocialFixture,
  socialFixtures,
} from "../../../test/social.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let setUp: ReturnType<typeof socialFixtures>;
beforeAll(async () => {
  database = await openTestDatabase();
  setUp = socialFixtures(database);
});
afterAll(() => database.close());
beforeEach(() => forgetFlows(database));

describe("a flow", () => {
  const stateRefusal = (description: string) => ({
    error: "invalid_request",
    error_code: "bad_oauth_state",
    error_description: description,
  });

  it("a callback with an altered state redirects to the site and keeps the owner's flow", async () => {
    const fixture = await setUp();
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
    const fixture = await setUp();
    const page = await fixture.browser().open(`/auth/v1/callback${query}`);
    expect(refusal(page.url)).toMatchObject(expected);
  });

  /** Returns the callback that GitHub's page leads to, not yet followed. */
  async function unfollowed(fixture: SocialFixture, query: Record<string, string> = {}) {
    const browser = fixture.browser();
    const opened = await browser.open(
      `/auth/v1/authorize?${new URLSearchParams({ provider: "github", ...query })}`,
    );
    const form = new URLSearchParams({
      ...Object.fromEntries(opened.url.searchParams),
      person: "grace@example.com",
    });
    const answer = await fixture.auth.sandbox?.fetch(
      new Request(`${origin}/sandbox/github/authorize`, { method: "POST", body: form }),
    );
    return { browser, callback: answer?.headers.get("location") ?? "" };
  }

  it("a state is accepted once", async () => {
    const fixture = await setUp();
    const { browser, callback } = await unfollowed(fixture);
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
    const replayed = await browser.open(callback);
    expect(refusal(replayed.url)).toEqual(stateRefusal("OAuth state not found or expired"));
  });

  it("a PKCE state is accepted once, and its code can still be exchanged", async () => {
    const fixture = await setUp();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const { browser, callback } = await unfollowed(fixture, query);
    const code = (await browser.open(callback)).url.searchParams.get("code") ?? "";
    const replayed = await browser.open(callback);
    expect(refusal(replayed.url)).toEqual({
      error: "invalid_request",
      error_code: "flow_state_already_used",
      error_description: "State has already been used",
    });
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  });

  it("a callback does not sign in another browser", async () => {
    const fixture = await setUp();
    const { browser, callback } = await unfollowed(fixture);
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
    const fixture = await setUp();
    const { browser, callback } = await unfollowed(fixture);
    await browser.open("/auth/v1/authorize?provider=google");
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
  });

  it("a flow expires after ten minutes", async () => {
    const fixture = await setUp();
    const afterSeconds = async (seconds: number) => {
      const { browser, callback } = await unfollowed(fixture);
      await database.query(
        sql`update auth.flow_state set created_at = now() - make_interval(secs => ${seconds})`,
      );
      return (await browser.open(callback)).url;
    };
    expect(fragment(await afterSeconds(590))).toHaveProperty("access_token");
    expect(refusal(await afterSeconds(601))).toEqual(stateRefusal("OAuth state has expired"));
  });

  it("a flow's code is valid for five minutes, however long the user stayed at the provider", async () => {
    const fixture = await setUp();
    const client = fixture.client("pkce");
    const comeBackAfter = async (seconds: number) => {
      const { data } = await client.signInWithOAuth({
        provider: "github",
        options: { skipBrowserRedirect: true },
      });
      const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
      const { browser, callback } = await unfollowed(fixture, query);
      await database.query(
        sql`update auth.flow_state set created_at = now() - make_interval(secs => ${seconds})`,
      );
      return (await browser.open(callback)).url.searchParams.get("code") ?? "";
    };
    const prompt = await client.exchangeCodeForSession(await comeBackAfter(590));
    expect(prompt.error).toBeNull();

    const code = await comeBackAfter(10);
    await database.query(sql`
      update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`);
    const late = await client.exchangeCodeForSession(code);
    expect(late.error?.code).toBe("flow_state_expired");
  });

  it("a flow whose code is never exchanged does not keep the provider's tokens", async () => {
    const fixture = await setUp();
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
    const { browser, callback } = await unfollowed(await setUp());
    const later = await setUp({ external: {} });
    const other = later.browser();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect(refusal((await other.open(callback)).url)).toEqual({
      error: "invalid_request",
      error_code: "oauth_provider_not_supported",
      error_description: "Unsupported provider: provider is not enabled",
    });
  });
});
