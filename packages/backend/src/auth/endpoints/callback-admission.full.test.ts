import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { followLink, password } from "../../../test/auth/auth-fixture.ts";
import {
  deleteUsersAndFlows,
  fragment,
  origin,
  refusal,
  type SocialFixture,
  socialFixtures,
  userOf,
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
afterEach(() => vi.restoreAllMocks());

describe("admission", () => {
  it("a provider sign-in admits existing users but no new ones when sign-ups are disabled", async () => {
    const withSignUps = await createFixture();
    await withSignUps.browser().signIn({ provider: "github" });
    const withoutSignUps = await createFixture({ enable_signup: false });
    const existingUserUrl = await withoutSignUps.browser().signIn({ provider: "github" });
    expect(fragment(existingUserUrl)).toHaveProperty("access_token");
    const strangerUrl = await withoutSignUps
      .browser()
      .signIn({ provider: "github" }, { person: "ada@example.com" });
    expect(refusal(strangerUrl)).toEqual({
      error: "access_denied",
      error_code: "signup_disabled",
      error_description: "Signups not allowed for this instance",
    });
  });

  it("a provider sign-in does not admit banned users", async () => {
    const fixture = await createFixture();
    await fixture.browser().signIn({ provider: "github" });
    await database.query(sql`update auth.users set banned_until = now() + interval '1 hour'`);
    expect(refusal(await fixture.browser().signIn({ provider: "github" }))).toEqual({
      error: "access_denied",
      error_code: "user_banned",
      error_description: "User is banned",
    });
  });

  it("the code of a user who has been banned in the meantime is not exchanged", async () => {
    const fixture = await createFixture();
    const client = fixture.client("pkce");
    const { data } = await client.signInWithOAuth({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const query = Object.fromEntries(new URL(data.url ?? "").searchParams);
    const finalUrl = await fixture.browser().signIn(query);
    await database.query(sql`update auth.users set banned_until = now() + interval '1 hour'`);
    const { error } = await client.exchangeCodeForSession(finalUrl.searchParams.get("code") ?? "");
    expect(error).toMatchObject({ status: 400, code: "user_banned", message: "User is banned" });
  });

  it("a provider sign-in without an address is refused unless the project allows it", async () => {
    const external = { github: { enabled: true, email_optional: true } };
    const fixture = await createFixture({ external });
    const finalUrl = await fixture
      .browser()
      .signIn({ provider: "github" }, { failure: "no_email" });
    expect(await userOf(fixture, finalUrl)).toMatchObject({
      email: "",
      user_metadata: { user_name: "gracehopper", email_verified: false },
    });
  });
});

describe("unverified addresses", () => {
  const unverified = { failure: "unverified_email" };

  it("an unverified provider address must be confirmed before the first sign-in", async () => {
    const fixture = await createFixture();
    const finalUrl = await fixture
      .browser()
      .signIn({ provider: "github", redirect_to: `${origin}/welcome` }, unverified);
    expect(fragment(finalUrl)).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
      error_description:
        "Unverified email with github. A confirmation email has been sent to your github email",
    });
    const { code = "" } = fixture.emailTo("grace@example.com");
    const client = fixture.client();
    const { data, error } = await client.verifyOtp({
      email: "grace@example.com",
      token: code,
      type: "signup",
    });
    expect(error).toBeNull();
    expect(data.user?.app_metadata).toEqual({ provider: "github", providers: ["github"] });
    const repeatedUrl = await fixture.browser().signIn({ provider: "github" }, unverified);
    expect(fragment(repeatedUrl)).toHaveProperty("access_token");
  });

  it("an unverified provider address is accepted if the project requires no confirmations", async () => {
    const fixture = await createFixture({ email: { enable_confirmations: false } });
    const finalUrl = await fixture.browser().signIn({ provider: "github" }, unverified);
    expect(fragment(finalUrl)).toHaveProperty("access_token");
  });

  it.each([true, false])(
    "an unverified provider address never opens another user's account (confirmations: %s)",
    async (enable_confirmations) => {
      const fixture = await createFixture({ email: { enable_confirmations } });
      await fixture.client().signUp({ email: "grace@example.com", password });
      if (enable_confirmations) await followLink(fixture, "grace@example.com");
      const finalUrl = await fixture.browser().signIn({ provider: "github" }, unverified);
      expect(fragment(finalUrl)).toMatchObject({
        error_code: "provider_email_needs_verification",
        error_description: enable_confirmations
          ? "Unverified email with github. A confirmation email has been sent to your github email"
          : "Unverified email with github. Verify the email with github in order to sign in",
      });
      const { rows } = await database.query<{ provider: string }>(sql`
      select provider from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = 'grace@example.com'`);
      expect(rows).toEqual([{ provider: "email" }]);
    },
  );
});

describe("linking by a verified address", () => {
  const guessableEmail = "1+gracehopper@users.noreply.github.com";

  /** Makes GitHub return these addresses. */
  function mockGitHubEmails({ auth: { sandbox } }: SocialFixture, emails: readonly object[]) {
    if (!sandbox) throw new Error("There is no sandbox.");
    const sandboxFetch = sandbox.fetch;
    vi.spyOn(sandbox, "fetch").mockImplementation(async (request) =>
      request.url.endsWith("/emails") ? Response.json(emails) : sandboxFetch(request),
    );
  }

  it("linking by a verified address is not prevented by an unverified address that belongs to another user", async () => {
    const fixture = await createFixture();
    const otherClient = await fixture.signedIn("ada@example.com");
    mockGitHubEmails(fixture, [
      { email: "ada@example.com", verified: false, primary: true },
      { email: "grace@example.com", verified: true, primary: false },
    ]);
    const user = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.email).toBe("grace@example.com");
    expect((await otherClient.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  // GitHub also returns its noreply address for the user as verified, and anyone can guess that address.
  it.each([
    ["with one of the addresses", [guessableEmail]],
    ["with two of the addresses", ["grace@example.com", guessableEmail]],
  ])(
    "linking by a verified address is not prevented by a stranger's sign-up %s",
    async (_, addresses) => {
      const fixture = await createFixture();
      for (const email of addresses) await fixture.client().signUp({ email, password });
      mockGitHubEmails(fixture, [
        { email: guessableEmail, verified: true, primary: false },
        { email: "grace@example.com", verified: true, primary: true },
      ]);
      const user = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
      expect(user).toMatchObject({
        email: "grace@example.com",
        app_metadata: { providers: ["github"] },
      });
    },
  );

  it("linking by a verified address finds the account that was invited with a secondary address", async () => {
    const fixture = await createFixture();
    const { data } = await fixture.admin().inviteUserByEmail("grace@work.example.com");
    mockGitHubEmails(fixture, [
      { email: "grace@example.com", verified: true, primary: true },
      { email: "grace@work.example.com", verified: true, primary: false },
    ]);
    const user = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.id).toBe(data.user?.id);
  });

  it("two providers with one verified address share an account", async () => {
    const fixture = await createFixture();
    const firstUser = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
    const secondUser = await userOf(
      fixture,
      await fixture.browser().signIn({ provider: "google" }),
    );
    expect(secondUser.id).toBe(firstUser.id);
    expect(secondUser.app_metadata).toEqual({
      provider: "github",
      providers: ["github", "google"],
    });
    expect(secondUser.identities).toHaveLength(2);
  });

  it("linking by a verified address keeps the password of a confirmed account", async () => {
    const fixture = await createFixture();
    const owner = await fixture.signedIn("grace@example.com");
    const { data } = await owner.getUser();
    const user = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.id).toBe(data.user?.id);
    const { error } = await fixture
      .client()
      .signInWithPassword({ email: "grace@example.com", password: "correct horse" });
    expect(error).toBeNull();
  });

  it("linking by a verified address removes the password of an unconfirmed sign-up", async () => {
    const fixture = await createFixture();
    await fixture.client().signUp({
      email: "grace@example.com",
      password: "correct horse",
      options: { data: { full_name: "Mallory" } },
    });
    const user = await userOf(fixture, await fixture.browser().signIn({ provider: "github" }));
    expect(user.user_metadata.full_name).toBe("Grace Hopper");
    expect(user.app_metadata).toEqual({ provider: "github", providers: ["github"] });
    expect(user.identities).toHaveLength(1);
    const { error } = await fixture
      .client()
      .signInWithPassword({ email: "grace@example.com", password: "correct horse" });
    expect(error?.message).toBe("Invalid login credentials");
  });

  it("two simultaneous sign-ins of one person create one account", async () => {
    const fixture = await createFixture();
    // A sign-in can conflict first with a sign-in by the other provider, and then with one by the same provider.
    const providers = ["github", "google", "github", "google", "github", "google"];
    const finalUrls = await Promise.all(
      providers.map((provider) => fixture.browser().signIn({ provider })),
    );
    for (const url of finalUrls) expect(fragment(url)).toHaveProperty("access_token");
    const { rows } = await database.query(sql`select id from auth.users`);
    expect(rows).toHaveLength(1);
  });
});

// The lower case of the Kelvin sign is k. That of İ is i with a dot in JavaScript, and i in PostgreSQL.
describe.each([
  ["mike@example.com", "mi\u212Ae@example.com"],
  ["mike@example.com", "m\u0130ke@example.com"],
])("addresses that are equal only in lower case (%s, %s)", (email, lookalike) => {
  const stranger = { person: "someone-else", name: "Mallory", email: lookalike };

  it("an address that equals another only in lower case does not open the other account", async () => {
    const fixture = await createFixture();
    const owner = await fixture.signedIn(email);
    const finalUrl = await fixture.browser().signIn({ provider: "github" }, stranger);
    expect(fragment(finalUrl)).not.toHaveProperty("access_token");
    expect((await owner.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  it("an address that equals another only in lower case does not block the other address", async () => {
    const fixture = await createFixture();
    await fixture.browser().signIn({ provider: "github" }, stranger);
    fixture.emails.length = 0;
    await fixture.client().signUp({ email, password: "correct horse" });
    expect(fixture.emailTo(email).code).toMatch(/^\d{6}$/);
    const mike = { person: "someone-else", name: "Mike", email };
    const user = await userOf(
      fixture,
      await fixture.browser().signIn({ provider: "google" }, mike),
    );
    expect(user).toMatchObject({ email, app_metadata: { providers: ["google"] } });
  });
});

it("an address that differs in the case of a letter outside ASCII is another address", async () => {
  const fixture = await createFixture();
  const elise = { person: "someone-else", name: "Elise", email: "\u00e9lise@example.com" };
  const otherPerson = { person: "someone-else", name: "Mallory", email: "\u00c9lise@example.com" };
  for (const [firstPerson, secondPerson] of [
    [elise, otherPerson],
    [otherPerson, elise],
  ] as const) {
    await database.query(sql`delete from auth.users`);
    const firstUser = await userOf(
      fixture,
      await fixture.browser().signIn({ provider: "google" }, firstPerson),
    );
    const secondUser = await userOf(
      fixture,
      await fixture.browser().signIn({ provider: "github" }, secondPerson),
    );
    expect(firstUser).toMatchObject({
      email: firstPerson.email,
      app_metadata: { providers: ["google"] },
    });
    expect(secondUser).toMatchObject({
      email: secondPerson.email,
      app_metadata: { providers: ["github"] },
    });
  }
});

it("an SSO account is not found by the address of any of its identities", async () => {
  const fixture = await createFixture();
  const grace = { person: "someone-else", name: "Grace", email: "grace.sso@example.com" };
  const firstUser = await userOf(
    fixture,
    await fixture.browser().signIn({ provider: "google" }, grace),
  );
  await database.query(sql`update auth.users set is_sso_user = true where id = ${firstUser.id}`);
  const secondUser = await userOf(
    fixture,
    await fixture.browser().signIn({ provider: "github" }, grace),
  );
  expect(secondUser.id).not.toBe(firstUser.id);
  expect(secondUser).toMatchObject({ email: grace.email, app_metadata: { providers: ["github"] } });
});
