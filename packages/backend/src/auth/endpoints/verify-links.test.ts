import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  followLink,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { fragment } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { prepareTokenEmail, sendTokenEmails } from "../messages/send-token-emails.ts";
import { lockUser } from "../users/users.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const redirectTo = "http://localhost:3000/back?page=1";

const follow = (address: string, fixture = wire) => followLink(fixture, address);

const expiredLinkError = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
  sb: "",
};

describe("a link", () => {
  test("a link confirms a sign-up, returns the session in the fragment, and works once", async () => {
    await wire.client().signUp({
      email: "link@example.com",
      password,
      options: { emailRedirectTo: redirectTo },
    });
    const finalUrl = await follow("link@example.com");
    expect(finalUrl.href.split("#")[0]).toBe(redirectTo);
    expect(fragment(finalUrl)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: "3600",
      expires_at: expect.stringMatching(/^\d+$/),
      token_type: "bearer",
      type: "signup",
      sb: "",
    });
    expect(fragment(await follow("link@example.com"))).toEqual(expiredLinkError);
    const { data } = await wire
      .client()
      .signInWithPassword({ email: "link@example.com", password });
    expect(data.user?.user_metadata["email_verified"]).toBe(true);
    expect(data.user?.identities?.[0]?.identity_data?.["email_verified"]).toBe(true);
  });

  test("a link that is followed twice at the same time opens one session", async () => {
    await wire.client().signUp({ email: "race@example.com", password });
    const finalUrls = await Promise.all([follow("race@example.com"), follow("race@example.com")]);
    expect(finalUrls.filter((url) => fragment(url)["access_token"])).toHaveLength(1);
  });

  test("a link that is followed while a new one is created is invalid", async () => {
    const client = await wire.signedIn("overtaken@example.com");
    const { data } = await client.getUser();
    await client.resetPasswordForEmail("overtaken@example.com");
    const { earlierLink, nextEmail } = await database.transaction(async (connection) => {
      const user = await lockUser(connection, data.user?.id ?? "");
      if (!user) throw new Error("The user does not exist.");
      const earlierLink = follow("overtaken@example.com");
      await new Promise((resolve) => setTimeout(resolve, 200));
      const message = { kind: "recovery", redirectTo, pkce: false } as const;
      const nextEmail = await prepareTokenEmail(wire.auth, connection, user, message);
      return { earlierLink, nextEmail };
    });
    expect(fragment(await earlierLink)).toEqual(expiredLinkError);
    await sendTokenEmails(wire.auth, [nextEmail]);
    expect(fragment(await follow("overtaken@example.com"))).toHaveProperty("access_token");
  });

  test("a link is valid for an hour", async () => {
    await wire.client().signUp({ email: "late@example.com", password });
    await database.query(
      sql`update auth.one_time_tokens set created_at = created_at - interval '3601 seconds'`,
    );
    expect(fragment(await follow("late@example.com"))).toEqual(expiredLinkError);
  });

  test("a link's token is not stored in the database", async () => {
    await wire.client().signUp({ email: "rest@example.com", password });
    const { code, link } = wire.emailTo("rest@example.com");
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    const { rows } = await database.query<{ token_hash: string }>(sql`
      select token_hash from auth.one_time_tokens where relates_to = 'rest@example.com'`);
    expect(rows[0]?.token_hash).not.toContain(token);
    expect(rows[0]?.token_hash).not.toBe(
      createHash("sha224").update(`rest@example.com${code}`).digest("hex"),
    );
  });

  test.each([
    "https://evil.example/phish",
    "http://localhost:3000//evil.example",
    "http://localhost:3000/.//evil.example",
    "evil://127.0.0.1/phish",
  ])("a link redirects to the site URL instead of %s", async (emailRedirectTo) => {
    const email = `elsewhere${emailRedirectTo.length}@example.com`;
    await wire.client().signUp({ email, password, options: { emailRedirectTo } });
    const finalUrl = await follow(email);
    expect(finalUrl.origin + finalUrl.pathname).toBe("http://localhost:3000/");
    expect(fragment(finalUrl)).toHaveProperty("access_token");
  });

  test("a link without a token returns an error and does not redirect", async () => {
    expect(await wire.get("/verify?type=signup", apiVersion)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Verify requires a token or a token hash" },
    });
    expect((await wire.get("/verify?token=x", apiVersion)).body).toMatchObject({
      message: "Verify requires a verification type",
    });
  });
});

describe("a magic link", () => {
  test("a magic link signs in an existing user", async () => {
    await wire.signedIn("magic@example.com");
    const { error } = await wire.client().signInWithOtp({
      email: "magic@example.com",
      options: { emailRedirectTo: redirectTo },
    });
    expect(error).toBeNull();
    expect(wire.emailTo("magic@example.com").kind).toBe("magic_link");
    expect(fragment(await follow("magic@example.com"))).toMatchObject({ type: "magiclink" });
    for (const body of [null, {}, { phone: "4520304050" }]) {
      expect(await wire.post("/magiclink", JSON.stringify(body))).toMatchObject({
        status: 422,
        body: { error_code: "validation_failed", msg: "Password recovery requires an email" },
      });
    }
  });

  test("a magic link signs up a new user unless that is disabled", async () => {
    const { error } = await wire.client().signInWithOtp({
      email: "unknown@example.com",
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({
      status: 422,
      code: "otp_disabled",
      message: "Signups not allowed for otp",
    });
    await wire.client().signInWithOtp({ email: "unknown@example.com" });
    expect(wire.emailTo("unknown@example.com").kind).toBe("confirmation");
    expect(fragment(await follow("unknown@example.com"))).toHaveProperty("access_token");
  });

  test("a magic link signs up a new user and its code signs in if sign-ups need no confirmation", async () => {
    const withoutConfirmations = await authFixture(database, {
      auth: { email: { enable_confirmations: false } },
    });
    await withoutConfirmations.client().signInWithOtp({ email: "autoconfirmed@example.com" });
    const { code, kind } = withoutConfirmations.emailTo("autoconfirmed@example.com");
    expect(kind).toBe("magic_link");
    const { data } = await withoutConfirmations
      .client()
      .verifyOtp({ email: "autoconfirmed@example.com", token: code ?? "", type: "email" });
    expect(data.session).not.toBeNull();
  });
});

describe("recovery", () => {
  test("a recovery link opens a session in which the password can be set", async () => {
    await wire.signedIn("forgot@example.com");
    await wire.client().resetPasswordForEmail("forgot@example.com", { redirectTo });
    const parameters = fragment(await follow("forgot@example.com"));
    expect(parameters["type"]).toBe("recovery");
    const client = wire.client();
    await client.setSession({
      access_token: parameters["access_token"] ?? "",
      refresh_token: parameters["refresh_token"] ?? "",
    });
    expect((await client.updateUser({ password: "brand new" })).error).toBeNull();
    const signIn = await wire
      .client()
      .signInWithPassword({ email: "forgot@example.com", password: "brand new" });
    expect(signIn.error).toBeNull();
  });

  test("a recovery request has the same response for every address, and only existing users get a message", async () => {
    const sentCount = wire.emails.length;
    const response = await wire.post("/recover", { email: "stranger@example.com" });
    expect(response).toMatchObject({ status: 200, body: {} });
    expect(wire.emails).toHaveLength(sentCount);
    expect((await wire.post("/recover", {}, apiVersion)).body).toEqual({
      code: "validation_failed",
      message: "Password recovery requires an email",
    });
  });

  test("a recovery request is refused if e-mail sign-in is disabled", async () => {
    const withoutEmailSignIn = await authFixture(database, {
      auth: { email: { enable_signup: false } },
    });
    expect(
      await withoutEmailSignIn.post("/recover", { email: "a@b.co" }, apiVersion),
    ).toMatchObject({
      status: 400,
      body: { code: "email_provider_disabled", message: "Email logins are disabled" },
    });
  });

  test("a repeated recovery request gets an error that tells how long to wait", async () => {
    const withCooldown = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
    await wire.signedIn("eager@example.com");
    const recover = () => withCooldown.post("/recover", { email: "eager@example.com" }, apiVersion);
    expect((await recover()).status).toBe(200);
    expect(await recover()).toMatchObject({
      status: 429,
      body: {
        code: "over_email_send_rate_limit",
        message: expect.stringMatching(
          /^For security purposes, you can only request this after (5\d|60) seconds\.$/,
        ),
      },
    });
  });

  test("a recovery message that could not be sent may be requested again immediately", async () => {
    const withCooldown = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
    await wire.signedIn("unlucky@example.com");
    withCooldown.mailServer.isDown = true;
    const recover = () =>
      withCooldown.post("/recover", { email: "unlucky@example.com" }, apiVersion);
    expect((await recover()).status).toBe(200);
    withCooldown.mailServer.isDown = false;
    expect((await recover()).status).toBe(200);
    expect(withCooldown.emailTo("unlucky@example.com").kind).toBe("recovery");
  });
});

test("a HEAD request of a mail scanner does not use up a link", async () => {
  await wire.client().signUp({ email: "scanner@example.com", password });
  const link = new URL(wire.emailTo("scanner@example.com").link ?? "");
  await wire.app.request(`/verify${link.search}`, { method: "HEAD" });
  expect(fragment(await follow("scanner@example.com"))).toHaveProperty("access_token");
});
