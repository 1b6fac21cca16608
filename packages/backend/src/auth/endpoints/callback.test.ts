import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteUsersAndFlows,
  fragment,
  origin,
  refusal,
  socialFixtures,
  userOf,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { type ProviderName, providerNames } from "../providers/providers.ts";

let database: Database;
let createFixture: ReturnType<typeof socialFixtures>;
beforeAll(async () => {
  database = await openTestDatabase();
  createFixture = socialFixtures(database);
});
afterAll(() => database.close());
beforeEach(() => deleteUsersAndFlows(database));

/** The providers whose claims in Supabase Auth contain another name or picture, or none. */
const differences: Partial<Record<ProviderName, { name?: string; picture?: unknown }>> = {
  apple: { picture: undefined },
  azure: { picture: undefined },
  // Discord returns a default picture for a person without one.
  discord: {
    name: "gracehopper",
    picture: expect.stringMatching(/^https:\/\/cdn[.]discordapp[.]com\/embed\/avatars\/\d[.]png$/),
  },
  fly: { picture: undefined },
  keycloak: { picture: undefined },
  twitch: { name: "gracehopper" },
  workos: { picture: undefined },
};
describe.each(providerNames)("%s", (name) => {
  // Spotify does not verify addresses, so the project must allow unverified ones.
  const createFixtureFor = () =>
    createFixture(name === "spotify" ? { email: { enable_confirmations: false } } : {});

  it("the provider signs a user in by the implicit flow", async () => {
    const fixture = await createFixtureFor();
    const finalUrl = await fixture.browser().signIn({ provider: name });
    expect(finalUrl.origin).toBe(origin);
    expect(finalUrl.search).toBe("");
    expect(fragment(finalUrl)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "bearer",
      expires_in: "3600",
      expires_at: expect.any(String),
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
      sb: "",
    });
    const user = await userOf(fixture, finalUrl);
    expect(user).toMatchObject({
      email: "grace@example.com",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { email: "grace@example.com", email_verified: true },
      identities: [{ provider: name, id: expect.any(String), email: "grace@example.com" }],
      is_anonymous: false,
    });
    expect(user.identities[0].identity_data.sub).toBe(user.identities[0].id);
    const { full_name, name: standardName, avatar_url, picture } = user.user_metadata;
    const expected = {
      name: "Grace Hopper",
      picture: `${origin}/sandbox/avatar/grace-hopper.svg`,
      ...differences[name],
    };
    expect({ name: full_name ?? standardName, picture: avatar_url ?? picture }).toEqual(expected);
  });

  it("the provider signs a user in by PKCE and recognizes the user again", async () => {
    const fixture = await createFixtureFor();
    const client = fixture.client("pkce");
    const signIn = async () => {
      const { data } = await client.signInWithOAuth({
        provider: name as "github",
        options: { redirectTo: `${origin}/welcome?x=1`, skipBrowserRedirect: true },
      });
      const authorizationUrl = new URL(data.url ?? "");
      return fixture.browser().signIn(Object.fromEntries(authorizationUrl.searchParams));
    };
    const finalUrl = await signIn();
    expect(finalUrl.pathname).toBe("/welcome");
    expect(finalUrl.searchParams.get("x")).toBe("1");
    expect(finalUrl.hash).toBe("");
    const { data, error } = await client.exchangeCodeForSession(
      finalUrl.searchParams.get("code") ?? "",
    );
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      provider_token: expect.any(String),
      user: { email: "grace@example.com" },
    });
    const secondExchange = await client.exchangeCodeForSession(
      (await signIn()).searchParams.get("code") ?? "",
    );
    expect(secondExchange.data.user?.id).toBe(data.user?.id);
    expect(secondExchange.data.user?.identities).toHaveLength(1);
    const { rows } = await database.query(sql`
      select 1 from auth.flow_state union all select 1 from auth.oauth_client_states`);
    expect(rows).toEqual([]);
  });
});

describe("errors", () => {
  it.each<[Record<string, string>, Record<string, unknown>]>([
    [
      { decision: "deny" },
      { error: "access_denied", error_description: "The user denied the request" },
    ],
    [
      { failure: "provider_error" },
      { error: "server_error", error_description: "The provider had an error of its own" },
    ],
    [
      { failure: "no_email" },
      {
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Error getting user email from external provider",
      },
    ],
    [
      { failure: "profile_error" },
      {
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Error getting user profile from external provider",
      },
    ],
    ...["expired_code", "used_code", "token_error"].map(
      (failure): [Record<string, string>, Record<string, unknown>] => [
        { failure },
        {
          error: "server_error",
          error_code: "unexpected_failure",
          error_description: expect.stringMatching(/^Unable to exchange external code: .{4}$/),
        },
      ],
    ),
    [
      { failure: "no_code" },
      {
        error: "invalid_request",
        error_code: "bad_oauth_callback",
        error_description: "OAuth callback with missing authorization code missing",
      },
    ],
  ])("the callback reports %o to the application", async (fields, expected) => {
    const fixture = await createFixture();
    const finalUrl = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome?x=1` }, fields);
    expect(finalUrl.pathname).toBe("/welcome");
    expect(finalUrl.searchParams.get("x")).toBe("1");
    expect(refusal(finalUrl)).toEqual(expected);
    const { rows } = await database.query(sql`select 1 from auth.users`);
    expect(rows).toEqual([]);
  });

  it("the callback reports the error of Apple's form post to the application", async () => {
    const fixture = await createFixture();
    const query = { provider: "apple", redirect_to: `${origin}/welcome` };
    const deniedUrl = await fixture.browser().signIn(query, { decision: "deny" });
    expect(deniedUrl.pathname).toBe("/welcome");
    expect(refusal(deniedUrl)).toEqual({
      error: "access_denied",
      error_description: "The user denied the request",
    });
    const alteredStateUrl = await fixture.browser().signIn(query, { failure: "wrong_state" });
    expect(alteredStateUrl.pathname).toBe("/");
    expect(refusal(alteredStateUrl)).toMatchObject({ error_code: "bad_oauth_state" });
    const forgedTokenUrl = await fixture.browser().signIn(query, { failure: "forged_id_token" });
    expect(refusal(forgedTokenUrl)).toMatchObject({
      error_code: "unexpected_failure",
      error_description: "Error getting user profile from external provider",
    });
  });

  it.each([
    ["", { error_code: "bad_oauth_callback", error_description: "OAuth state parameter missing" }],
    ["state=1", { error_code: "bad_oauth_state" }],
    [`state=${"1".repeat(2_000_000)}`, { error: "server_error" }],
  ])("a posted callback is refused", async (body, expected) => {
    const fixture = await createFixture();
    const page = await fixture.browser().open("/auth/v1/callback?state=ignored", {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(refusal(page.url)).toMatchObject(expected);
  });

  it("the cause of a provider's failure is logged", async () => {
    const fixture = await createFixture();
    fixture.errors.length = 0;
    await fixture.browser().signIn({ provider: "github" }, { failure: "token_error" });
    expect(fixture.errors).toEqual([expect.objectContaining({ cause: expect.any(Error) })]);
    fixture.errors.length = 0;
    await fixture.browser().signIn({ provider: "github" }, { decision: "deny" });
    expect(fixture.errors).toEqual([]);
  });

  it("a refusal of the project's trigger is reported to the application", async () => {
    const fixture = await createFixture();
    await database.script(`
      create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'by invitation only'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse();`);
    try {
      expect(refusal(await fixture.browser().signIn({ provider: "github" }))).toEqual({
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Database error saving new user",
      });
    } finally {
      await database.script("drop function public.refuse() cascade");
    }
  });
});

describe("a provider's tokens", () => {
  it("a provider's tokens are returned once", async () => {
    const fixture = await createFixture();
    const finalUrl = await fixture.browser().signIn({ provider: "github" });
    const { body } = await fixture.post("/token?grant_type=refresh_token", {
      refresh_token: fragment(finalUrl)["refresh_token"],
    });
    expect(body).toHaveProperty("access_token");
    expect(body).not.toHaveProperty("provider_token");
    const { rows } = await database.query(sql`
      select 1 from auth.users u, auth.identities i
      where u::text || i::text like ${`%${fragment(finalUrl)["provider_token"]}%`}`);
    expect(rows).toEqual([]);
  });

  it("a provider's tokens are encrypted in the database until the code is exchanged", async () => {
    const fixture = await createFixture();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "gitlab",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const finalUrl = await fixture.browser().signIn(query);
    const { rows } = await database.query<{ row: string }>(
      sql`select f::text as row from auth.flow_state f`,
    );
    const { data: exchange } = await client.exchangeCodeForSession(
      finalUrl.searchParams.get("code") ?? "",
    );
    const tokens = [
      exchange.session?.provider_token ?? "",
      exchange.session?.provider_refresh_token ?? "",
    ];
    expect(tokens.every((token) => token.length > 10)).toBe(true);
    expect(rows).toHaveLength(1);
    for (const token of tokens) expect(rows[0]?.row).not.toContain(token);
  });
});
