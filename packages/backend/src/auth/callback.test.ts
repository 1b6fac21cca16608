import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { fragment, origin, type SocialFixture, socialFixture } from "../../test/social.ts";
import type { ConfigInput } from "../config/schema.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { type ProviderName, providerNames } from "./social/providers.ts";

const everyProvider = Object.fromEntries(providerNames.map((name) => [name, { enabled: true }]));

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.script(
    "delete from auth.users; delete from auth.flow_state; delete from auth.oauth_client_states",
  ),
);

const fixtures = new Map<string, Promise<SocialFixture>>();

/** One fixture for each configuration that the tests ask for. */
function setUp(auth: ConfigInput["auth"] = {}): Promise<SocialFixture> {
  const key = JSON.stringify(auth);
  const known = fixtures.get(key);
  if (known) return known;
  const fixture = socialFixture(database, { auth: { external: everyProvider, ...auth } });
  fixtures.set(key, fixture);
  return fixture;
}

/** Who is signed in, by the session in an address's fragment. */
async function whoIs(fixture: SocialFixture, landed: URL) {
  const { access_token: token } = fragment(landed);
  const { status, body } = await fixture.get("/user", { authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  return body;
}

/** Where the claims that Supabase Auth keeps hold another name or picture than Grace's, or none. */
const departures: Partial<Record<ProviderName, { name?: string; picture?: unknown }>> = {
  apple: { picture: undefined },
  azure: { picture: undefined },
  // Without a picture of one's own, one of Discord's.
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
  // Spotify vouches for no address, so there the project has to let people in without.
  const setUpFor = () =>
    setUp(name === "spotify" ? { email: { enable_confirmations: false } } : {});

  it("signs somebody in by the implicit flow", async () => {
    const fixture = await setUpFor();
    const landed = await fixture.browser().signIn({ provider: name });
    expect(landed.origin).toBe(origin);
    expect(landed.search).toBe("");
    expect(fragment(landed)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "bearer",
      expires_in: "3600",
      expires_at: expect.any(String),
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
      sb: "",
    });
    const user = await whoIs(fixture, landed);
    expect(user).toMatchObject({
      email: "grace@example.com",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { email: "grace@example.com", email_verified: true },
      identities: [{ provider: name, id: expect.any(String), email: "grace@example.com" }],
      is_anonymous: false,
    });
    expect(user.identities[0].identity_data.sub).toBe(user.identities[0].id);
    const { full_name, name: usualName, avatar_url, picture } = user.user_metadata;
    const expected = {
      name: "Grace Hopper",
      picture: `${origin}/sandbox/avatar/grace-hopper.svg`,
      ...departures[name],
    };
    expect({ name: full_name ?? usualName, picture: avatar_url ?? picture }).toEqual(expected);
  });

  it("signs somebody in by PKCE, and knows them again", async () => {
    const fixture = await setUpFor();
    const client = fixture.client("pkce");
    const signIn = async () => {
      const { data } = await client.signInWithOAuth({
        provider: name as "github",
        options: { redirectTo: `${origin}/welcome?x=1`, skipBrowserRedirect: true },
      });
      const asked = new URL(data.url ?? "");
      return fixture.browser().signIn(Object.fromEntries(asked.searchParams));
    };
    const landed = await signIn();
    expect(landed.pathname).toBe("/welcome");
    expect(landed.searchParams.get("x")).toBe("1");
    expect(landed.hash).toBe("");
    const { data, error } = await client.exchangeCodeForSession(
      landed.searchParams.get("code") ?? "",
    );
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      provider_token: expect.any(String),
      user: { email: "grace@example.com" },
    });
    const again = await client.exchangeCodeForSession(
      (await signIn()).searchParams.get("code") ?? "",
    );
    expect(again.data.user?.id).toBe(data.user?.id);
    expect(again.data.user?.identities).toHaveLength(1);
    const { rows } = await database.query(sql`
      select 1 from auth.flow_state union all select 1 from auth.oauth_client_states`);
    expect(rows).toEqual([]);
  });
});

describe("what can go wrong", () => {
  /** The refusal that an address carries, the same in query and fragment. */
  function refusal(landed: URL) {
    // A callback that belongs to no flow says it in the query alone, as the reference does.
    if (landed.hash === "") return Object.fromEntries(landed.searchParams);
    const { sb, ...said } = fragment(landed);
    expect(sb).toBe("");
    expect(Object.fromEntries(landed.searchParams)).toMatchObject(said);
    return said;
  }

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
  ])("tells the application of %o", async (fields, expected) => {
    const fixture = await setUp();
    const landed = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome?x=1` }, fields);
    expect(landed.pathname).toBe("/welcome");
    expect(landed.searchParams.get("x")).toBe("1");
    expect(refusal(landed)).toEqual(expected);
    const { rows } = await database.query(sql`select 1 from auth.users`);
    expect(rows).toEqual([]);
  });

  it("tells the application of what Apple's form says", async () => {
    const fixture = await setUp();
    const query = { provider: "apple", redirect_to: `${origin}/welcome` };
    const denied = await fixture.browser().signIn(query, { decision: "deny" });
    expect(denied.pathname).toBe("/welcome");
    expect(refusal(denied)).toEqual({
      error: "access_denied",
      error_description: "The user denied the request",
    });
    const altered = await fixture.browser().signIn(query, { failure: "wrong_state" });
    expect(altered.pathname).toBe("/");
    expect(refusal(altered)).toMatchObject({ error_code: "bad_oauth_state" });
    const forged = await fixture.browser().signIn(query, { failure: "forged_id_token" });
    expect(refusal(forged)).toMatchObject({
      error_code: "unexpected_failure",
      error_description: "Error getting user profile from external provider",
    });
  });

  it.each([
    ["", { error_code: "bad_oauth_callback", error_description: "OAuth state parameter missing" }],
    ["state=1", { error_code: "bad_oauth_state" }],
    [`state=${"1".repeat(2_000_000)}`, { error: "server_error" }],
  ])("refuses a posted callback", async (body, expected) => {
    const fixture = await setUp();
    const page = await fixture.browser().open("/auth/v1/callback?state=ignored", {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(refusal(page.url)).toMatchObject(expected);
  });

  it("writes down what lies behind a failure of the provider's", async () => {
    const fixture = await setUp();
    fixture.errors.length = 0;
    await fixture.browser().signIn({ provider: "github" }, { failure: "token_error" });
    expect(fixture.errors).toEqual([expect.objectContaining({ cause: expect.any(Error) })]);
    fixture.errors.length = 0;
    await fixture.browser().signIn({ provider: "github" }, { decision: "deny" });
    expect(fixture.errors).toEqual([]);
  });

  const stateRefusal = (description: string) => ({
    error: "invalid_request",
    error_code: "bad_oauth_state",
    error_description: description,
  });

  it("sends an altered state to the site, and keeps the flow for its owner", async () => {
    const fixture = await setUp();
    const landed = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome` }, { failure: "wrong_state" });
    expect(landed.pathname).toBe("/");
    expect(refusal(landed)).toEqual(stateRefusal("OAuth state parameter is invalid"));
  });

  it.each([
    ["", { error_code: "bad_oauth_callback", error_description: "OAuth state parameter missing" }],
    ["?state=1", { error_description: "OAuth state parameter is invalid" }],
    [
      "?state=6a2f5d0e-90a9-4b2c-8a7c-6d0f7f6f2d11.x&code=1",
      { error_description: "OAuth state not found or expired" },
    ],
    ["?state=%00", { error_description: "OAuth state parameter is invalid" }],
  ])("refuses the callback %s", async (query, expected) => {
    const fixture = await setUp();
    const page = await fixture.browser().open(`/auth/v1/callback${query}`);
    expect(refusal(page.url)).toMatchObject(expected);
  });

  /** The callback that GitHub's page leads to, not yet followed. */
  async function unfollowed(fixture: SocialFixture, query: Record<string, string> = {}) {
    const browser = fixture.browser();
    const asked = await browser.open(
      `/auth/v1/authorize?${new URLSearchParams({ provider: "github", ...query })}`,
    );
    const form = new URLSearchParams({
      ...Object.fromEntries(asked.url.searchParams),
      person: "grace@example.com",
    });
    const answer = await fixture.auth.sandbox?.fetch(
      new Request(`${origin}/sandbox/github/authorize`, { method: "POST", body: form }),
    );
    return { browser, callback: answer?.headers.get("location") ?? "" };
  }

  it("takes a state once", async () => {
    const fixture = await setUp();
    const { browser, callback } = await unfollowed(fixture);
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
    const replayed = await browser.open(callback);
    expect(refusal(replayed.url)).toEqual(stateRefusal("OAuth state not found or expired"));
  });

  it("takes a PKCE state once, and leaves its code to be exchanged", async () => {
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

  it("does not sign in whoever follows somebody else's callback", async () => {
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

  it("lets two tabs of one browser sign in at once", async () => {
    const fixture = await setUp();
    const { browser, callback } = await unfollowed(fixture);
    await browser.open("/auth/v1/authorize?provider=google");
    expect(fragment((await browser.open(callback)).url)).toHaveProperty("access_token");
  });

  it("waits for ten minutes, and no longer", async () => {
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

  it("gives a code its own five minutes, however long somebody was away", async () => {
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

  it("keeps no provider's tokens for those who never fetch them", async () => {
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

  it("notices that the provider was switched off meanwhile", async () => {
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

  it("takes nobody new where sign-ups are closed, and lets in who is there", async () => {
    const open = await setUp();
    await open.browser().signIn({ provider: "github" });
    const closed = await setUp({ enable_signup: false });
    const known = await closed.browser().signIn({ provider: "github" });
    expect(fragment(known)).toHaveProperty("access_token");
    const stranger = await closed
      .browser()
      .signIn({ provider: "github" }, { person: "ada@example.com" });
    expect(refusal(stranger)).toEqual({
      error: "access_denied",
      error_code: "signup_disabled",
      error_description: "Signups not allowed for this instance",
    });
  });

  it("does not let in who is banned", async () => {
    const fixture = await setUp();
    await fixture.browser().signIn({ provider: "github" });
    await database.query(sql`update auth.users set banned_until = now() + interval '1 hour'`);
    expect(refusal(await fixture.browser().signIn({ provider: "github" }))).toEqual({
      error: "access_denied",
      error_code: "user_banned",
      error_description: "User is banned",
    });
  });

  it("gives no session for the code of somebody who is banned meanwhile", async () => {
    const fixture = await setUp();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const landed = await fixture.browser().signIn(query);
    await database.query(sql`update auth.users set banned_until = now() + interval '1 hour'`);
    const { error } = await client.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(error).toMatchObject({ status: 400, code: "user_banned", message: "User is banned" });
  });

  it("hands a provider's tokens over once", async () => {
    const fixture = await setUp();
    const landed = await fixture.browser().signIn({ provider: "github" });
    const { body } = await fixture.post("/token?grant_type=refresh_token", {
      refresh_token: fragment(landed)["refresh_token"],
    });
    expect(body).toHaveProperty("access_token");
    expect(body).not.toHaveProperty("provider_token");
    const { rows } = await database.query(sql`
      select 1 from auth.users u, auth.identities i
      where u::text || i::text like ${`%${fragment(landed)["provider_token"]}%`}`);
    expect(rows).toEqual([]);
  });

  it("lets nobody read a provider's tokens in the database while their code waits", async () => {
    const fixture = await setUp();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "gitlab",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const landed = await fixture.browser().signIn(query);
    const { rows } = await database.query<{ kept: string }>(
      sql`select f::text as kept from auth.flow_state f`,
    );
    const { data: exchanged } = await client.exchangeCodeForSession(
      landed.searchParams.get("code") ?? "",
    );
    const tokens = [
      exchanged.session?.provider_token ?? "",
      exchanged.session?.provider_refresh_token ?? "",
    ];
    expect(tokens.every((token) => token.length > 10)).toBe(true);
    expect(rows).toHaveLength(1);
    for (const token of tokens) expect(rows[0]?.kept).not.toContain(token);
  });

  it("passes on that a trigger of the project's own refused", async () => {
    const fixture = await setUp();
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

  it("signs in nobody without an address unless that is allowed", async () => {
    const external = { github: { enabled: true, email_optional: true } };
    const fixture = await setUp({ external });
    const landed = await fixture.browser().signIn({ provider: "github" }, { failure: "no_email" });
    expect(await whoIs(fixture, landed)).toMatchObject({
      email: "",
      user_metadata: { user_name: "gracehopper", email_verified: false },
    });
  });
});

describe("unverified addresses", () => {
  const unverified = { failure: "unverified_email" };

  it("are shown to be the person's own before anybody is signed in", async () => {
    const fixture = await setUp();
    const landed = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome` }, unverified);
    expect(fragment(landed)).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
      error_description:
        "Unverified email with github. A confirmation email has been sent to your github email",
    });
    const { code = "" } = fixture.letterTo("grace@example.com");
    const client = fixture.client();
    const { data, error } = await client.verifyOtp({
      email: "grace@example.com",
      token: code,
      type: "signup",
    });
    expect(error).toBeNull();
    expect(data.user?.app_metadata).toEqual({ provider: "github", providers: ["github"] });
    const again = await fixture.browser().signIn({ provider: "github" }, unverified);
    expect(fragment(again)).toHaveProperty("access_token");
  });

  it("count where the project asks for no confirmation", async () => {
    const fixture = await setUp({ email: { enable_confirmations: false } });
    const landed = await fixture.browser().signIn({ provider: "github" }, unverified);
    expect(fragment(landed)).toHaveProperty("access_token");
  });

  it("never lead into the account of whoever has the address", async () => {
    const fixture = await setUp();
    await fixture.signedIn("grace@example.com");
    const landed = await fixture.browser().signIn({ provider: "github" }, unverified);
    expect(fragment(landed)).toMatchObject({
      error_code: "provider_email_needs_verification",
      error_description:
        "Unverified email with github. Verify the email with github in order to sign in",
    });
    const { rows } = await database.query<{ provider: string }>(sql`
      select provider from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = 'grace@example.com'`);
    expect(rows).toEqual([{ provider: "email" }]);
  });
});

describe("linking by a verified address", () => {
  it("makes one account of two providers", async () => {
    const fixture = await setUp();
    const first = await whoIs(fixture, await fixture.browser().signIn({ provider: "github" }));
    const second = await whoIs(fixture, await fixture.browser().signIn({ provider: "google" }));
    expect(second.id).toBe(first.id);
    expect(second.app_metadata).toEqual({ provider: "github", providers: ["github", "google"] });
    expect(second.identities).toHaveLength(2);
  });

  it("keeps the password of an account whose owner has confirmed it", async () => {
    const fixture = await setUp();
    const owner = await fixture.signedIn("grace@example.com");
    const { data } = await owner.getUser();
    const user = await whoIs(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.id).toBe(data.user?.id);
    const { error } = await fixture
      .client()
      .signInWithPassword({ email: "grace@example.com", password: "correct horse" });
    expect(error).toBeNull();
  });

  it("takes the password away from whoever signed up with an address they never confirmed", async () => {
    const fixture = await setUp();
    await fixture.client().signUp({
      email: "grace@example.com",
      password: "correct horse",
      options: { data: { full_name: "Mallory" } },
    });
    const user = await whoIs(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.user_metadata.full_name).toBe("Grace Hopper");
    expect(user.app_metadata).toEqual({ provider: "github", providers: ["github"] });
    expect(user.identities).toHaveLength(1);
    const { error } = await fixture
      .client()
      .signInWithPassword({ email: "grace@example.com", password: "correct horse" });
    expect(error?.message).toBe("Invalid login credentials");
  });

  it("makes one account of somebody who arrives twice at once", async () => {
    const fixture = await setUp();
    // Whoever of those by one provider comes second may have lost to the other provider first.
    const arrivals = ["github", "google", "github", "google", "github", "google"];
    const landed = await Promise.all(
      arrivals.map((provider) => fixture.browser().signIn({ provider })),
    );
    for (const url of landed) expect(fragment(url)).toHaveProperty("access_token");
    const { rows } = await database.query(sql`select id from auth.users`);
    expect(rows).toHaveLength(1);
  });
});
