import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture, password } from "../../test/auth.ts";
import { openTestDatabase } from "../../test/database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { prepareLetter, sendLetters } from "./letters.ts";
import { lockUser } from "./users.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const redirectTo = "http://localhost:3000/back?kept=1";

/** Follows the link of the newest message, as a browser would, one step. */
async function follow(address: string, fixture = wire): Promise<URL> {
  const link = new URL(fixture.letterTo(address).link ?? "");
  const answer = await fixture.app.request(
    `${link.pathname.replace("/auth/v1", "")}${link.search}`,
  );
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

const expired = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
  sb: "",
};

describe("a link", () => {
  test("confirms a sign-up, brings the session in the fragment, and works once", async () => {
    await wire.client().signUp({
      email: "link@example.com",
      password,
      options: { emailRedirectTo: redirectTo },
    });
    const back = await follow("link@example.com");
    expect(back.href.split("#")[0]).toBe(redirectTo);
    expect(fragment(back)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: "3600",
      expires_at: expect.stringMatching(/^\d+$/),
      token_type: "bearer",
      type: "signup",
      sb: "",
    });
    expect(fragment(await follow("link@example.com"))).toEqual(expired);
    const { data } = await wire
      .client()
      .signInWithPassword({ email: "link@example.com", password });
    expect(data.user?.user_metadata["email_verified"]).toBe(true);
    expect(data.user?.identities?.[0]?.identity_data?.["email_verified"]).toBe(true);
  });

  test("followed twice at the same instant opens one session", async () => {
    await wire.client().signUp({ email: "race@example.com", password });
    const links = await Promise.all([follow("race@example.com"), follow("race@example.com")]);
    expect(links.filter((link) => fragment(link)["access_token"])).toHaveLength(1);
  });

  test("followed while a new one is being made gives way to it", async () => {
    const client = await wire.signedIn("overtaken@example.com");
    const { data } = await client.getUser();
    await client.resetPasswordForEmail("overtaken@example.com");
    const { link, following } = await database.transaction(async (connection) => {
      const user = await lockUser(connection, data.user?.id ?? "");
      if (!user) throw new Error("The user is gone.");
      const link = follow("overtaken@example.com");
      await new Promise((resolve) => setTimeout(resolve, 200));
      const options = { redirectTo, pkce: false };
      const following = await prepareLetter(wire.auth, connection, user, "recovery", options);
      return { link, following };
    });
    expect(fragment(await link)).toEqual(expired);
    await sendLetters(wire.auth, [following]);
    expect(fragment(await follow("overtaken@example.com"))).toHaveProperty("access_token");
  });

  test("lives an hour", async () => {
    await wire.client().signUp({ email: "late@example.com", password });
    await database.query(
      sql`update auth.one_time_tokens set created_at = created_at - interval '3601 seconds'`,
    );
    expect(fragment(await follow("late@example.com"))).toEqual(expired);
  });

  test("is not what the database keeps", async () => {
    await wire.client().signUp({ email: "rest@example.com", password });
    const { code, link } = wire.letterTo("rest@example.com");
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    const { rows } = await database.query<{ token_hash: string }>(sql`
      select token_hash from auth.one_time_tokens where relates_to = 'rest@example.com'`);
    expect(rows[0]?.token_hash).not.toContain(token);
    expect(rows[0]?.token_hash).not.toBe(
      createHash("sha224").update(`rest@example.com${code}`).digest("hex"),
    );
  });

  test("leads home when it was to lead elsewhere", async () => {
    await wire.client().signUp({
      email: "elsewhere@example.com",
      password,
      options: { emailRedirectTo: "https://evil.example/phish" },
    });
    const back = await follow("elsewhere@example.com");
    expect(back.origin + back.pathname).toBe("http://localhost:3000/");
  });

  test("without its token is told so, not sent on", async () => {
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
  test("signs in who is known", async () => {
    await wire.signedIn("magic@example.com");
    const { error } = await wire.client().signInWithOtp({
      email: "magic@example.com",
      options: { emailRedirectTo: redirectTo },
    });
    expect(error).toBeNull();
    expect(wire.letterTo("magic@example.com").kind).toBe("magic_link");
    expect(fragment(await follow("magic@example.com"))).toMatchObject({ type: "magiclink" });
    for (const body of [null, {}, { phone: "4520304050" }]) {
      expect(await wire.post("/magiclink", JSON.stringify(body))).toMatchObject({
        status: 422,
        body: { error_code: "validation_failed", msg: "Password recovery requires an email" },
      });
    }
  });

  test("signs up who is new, unless that is not wanted", async () => {
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
    expect(wire.letterTo("unknown@example.com").kind).toBe("confirmation");
    expect(fragment(await follow("unknown@example.com"))).toHaveProperty("access_token");
  });

  test("is followed by a code on the same account where sign-ups confirm themselves", async () => {
    const open = await authFixture(database, { auth: { email: { enable_confirmations: false } } });
    await open.client().signInWithOtp({ email: "autoconfirmed@example.com" });
    const { code, kind } = open.letterTo("autoconfirmed@example.com");
    expect(kind).toBe("magic_link");
    const { data } = await open
      .client()
      .verifyOtp({ email: "autoconfirmed@example.com", token: code ?? "", type: "email" });
    expect(data.session).not.toBeNull();
  });
});

describe("a code", () => {
  test("of type email does for sign-up and for magic link", async () => {
    const email = "code@example.com";
    for (const expected of ["confirmation", "magic_link"]) {
      const client = wire.client();
      await client.signInWithOtp({ email });
      const { code, kind } = wire.letterTo(email);
      expect(kind).toBe(expected);
      const { data, error } = await client.verifyOtp({ email, token: code ?? "", type: "email" });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(email);
    }
  });

  test("works once, for its own address, and by its hash instead", async () => {
    const email = "hash@example.com";
    await wire.signedIn(email);
    await wire.client().signInWithOtp({ email });
    const { code, link } = wire.letterTo(email);
    const wrong = await wire.client().verifyOtp({
      email: "link@example.com",
      token: code ?? "",
      type: "magiclink",
    });
    expect(wrong.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Token has expired or is invalid",
    });
    const tokenHash = new URL(link ?? "").searchParams.get("token") ?? "";
    const byHash = () => wire.client().verifyOtp({ token_hash: tokenHash, type: "magiclink" });
    expect((await byHash()).data.session).not.toBeNull();
    expect((await byHash()).error?.message).toBe("Email link is invalid or has expired");
  });

  test("of a test number is the one that the configuration names, and nothing is sent", async () => {
    const testing = await authFixture(database, {
      auth: { sms: { test_otp: { "4152127777": "123456" } } },
    });
    const client = testing.client();
    const { data } = await client.signInWithOtp({ phone: "+1 4152127777" });
    expect(data).toMatchObject({ user: null, session: null });
    const phone = "14152127777";
    expect(testing.texts).toHaveLength(1);
    const known = await testing.client().signInWithOtp({ phone: "4152127777" });
    expect(known.error).toBeNull();
    expect(testing.texts).toHaveLength(1);
    const verified = await client.verifyOtp({ phone: "4152127777", token: "123456", type: "sms" });
    expect(verified.data.session).not.toBeNull();
    expect((await client.verifyOtp({ phone, token: "123456", type: "sms" })).error).not.toBeNull();
  });

  test("that a phone received confirms no e-mail address, nor the other way round", async () => {
    const [email, phone] = ["unproven@example.com", "447700900555"];
    await wire.client().signUp({ phone: `+${phone}`, password });
    await database.query(sql`update auth.users set email = ${email} where phone = ${phone}`);
    const token = wire.texts.at(-1)?.code;
    for (const type of ["signup", "invite", "email", "magiclink", "recovery", "email_change"]) {
      expect(await wire.post("/verify", { phone, token, type }, apiVersion)).toMatchObject({
        status: 403,
        body: { code: "otp_expired", message: "Token has expired or is invalid" },
      });
    }
    const { body } = await wire.post("/verify", { phone, token, type: "sms" });
    expect(body.user).toMatchObject({ phone_confirmed_at: expect.any(String) });
    expect(body.user).not.toHaveProperty("email_confirmed_at");

    await wire.client().signUp({ email: "calling@example.com", password });
    const letter = wire.letterTo("calling@example.com");
    const byCode = { email: "calling@example.com", token: letter.code, type: "sms" };
    expect((await wire.post("/verify", byCode, apiVersion)).body.code).toBe("otp_expired");
    const hash = new URL(letter.link ?? "").searchParams.get("token");
    const byHash = await wire.post("/verify", { token_hash: hash, type: "sms" }, apiVersion);
    expect(byHash).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Invalid email verification type" },
    });
  });

  test("of a test number is for the last who asked to have the number", async () => {
    const testing = await authFixture(database, {
      auth: { sms: { test_otp: { "4152128888": "123456" } } },
    });
    const first = await testing.signedIn("first-asked@example.com");
    const last = await testing.signedIn("last-asked@example.com");
    for (const client of [first, last]) await client.updateUser({ phone: "4152128888" });
    const { data } = await last.verifyOtp({
      phone: "4152128888",
      token: "123456",
      type: "phone_change",
    });
    expect(data.user).toMatchObject({ email: "last-asked@example.com", phone: "4152128888" });
  });

  test.each([
    [
      { type: "email", token: "1" },
      "Only an email address or phone number should be provided on verify",
    ],
    [{ type: "email", email: "a@b.co" }, "Verify requires either a token or a token hash"],
    [
      { type: "email", token: "1", token_hash: "2" },
      "Verify requires either a token or a token hash",
    ],
    [
      { type: "email", token_hash: "2", email: "a@b.co" },
      "Only the token_hash and type should be provided",
    ],
    [{ token: "1", email: "a@b.co" }, "Verify requires a verification type"],
  ])("sent as %j is refused", async (body, message) => {
    expect(await wire.post("/verify", body, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message },
    });
  });
});

describe("recovery", () => {
  test("leads to a session in which the password can be set", async () => {
    await wire.signedIn("forgot@example.com");
    await wire.client().resetPasswordForEmail("forgot@example.com", { redirectTo });
    const answer = fragment(await follow("forgot@example.com"));
    expect(answer["type"]).toBe("recovery");
    const client = wire.client();
    await client.setSession({
      access_token: answer["access_token"] ?? "",
      refresh_token: answer["refresh_token"] ?? "",
    });
    expect((await client.updateUser({ password: "brand new" })).error).toBeNull();
    const signIn = await wire
      .client()
      .signInWithPassword({ email: "forgot@example.com", password: "brand new" });
    expect(signIn.error).toBeNull();
  });

  test("says the same to everybody, and writes only to who is known", async () => {
    const sent = wire.emails.length;
    const answer = await wire.post("/recover", { email: "stranger@example.com" });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(wire.emails).toHaveLength(sent);
    expect((await wire.post("/recover", {}, apiVersion)).body).toEqual({
      code: "validation_failed",
      message: "Password recovery requires an email",
    });
  });

  test("is not to be had where nobody signs in by e-mail", async () => {
    const phones = await authFixture(database, { auth: { email: { enable_signup: false } } });
    expect(await phones.post("/recover", { email: "a@b.co" }, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "email_provider_disabled", message: "Email logins are disabled" },
    });
  });

  test("asked for again too soon is told how long to wait", async () => {
    const patient = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
    await wire.signedIn("eager@example.com");
    const ask = () => patient.post("/recover", { email: "eager@example.com" }, apiVersion);
    expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({
      status: 429,
      body: {
        code: "over_email_send_rate_limit",
        message: expect.stringMatching(
          /^For security purposes, you can only request this after (59|60) seconds\.$/,
        ),
      },
    });
  });

  test("that could not be sent may be asked for again at once", async () => {
    const patient = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
    await wire.signedIn("unlucky@example.com");
    patient.mailServer.isDown = true;
    const ask = () => patient.post("/recover", { email: "unlucky@example.com" }, apiVersion);
    expect((await ask()).body.message).toBe("Error sending recovery email");
    patient.mailServer.isDown = false;
    expect((await ask()).status).toBe(200);
  });
});

describe("changing the address", () => {
  test("asks both addresses where the project does", async () => {
    const client = await wire.signedIn("old@example.com");
    const { data } = await client.updateUser({ email: "new@example.com" });
    expect(data.user?.new_email).toBe("new@example.com");
    const first = await follow("new@example.com");
    expect(fragment(first)).toEqual({
      message: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      sb: "",
    });
    const second = fragment(await follow("old@example.com"));
    expect(second["type"]).toBe("email_change");
    const { data: now } = await client.getUser(second["access_token"]);
    expect(now.user).toMatchObject({ email: "new@example.com" });
    expect(now.user?.new_email).toBeUndefined();
    expect(now.user?.identities?.[0]?.identity_data?.["email"]).toBe("new@example.com");
  });

  test("asks the new one alone elsewhere, by code too", async () => {
    const single = await authFixture(database, {
      auth: { email: { double_confirm_changes: false } },
    });
    const client = await single.signedIn("before@example.com");
    await client.updateUser({ email: "after@example.com" });
    const { data, error } = await client.verifyOtp({
      email: "after@example.com",
      token: single.letterTo("after@example.com").code ?? "",
      type: "email_change",
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe("after@example.com");
  });

  test("to somebody else's is refused", async () => {
    await wire.signedIn("owner@example.com");
    const client = await wire.signedIn("envious@example.com");
    expect((await client.updateUser({ email: "owner@example.com" })).error).toMatchObject({
      status: 422,
      code: "email_exists",
      message: "A user with this email address has already been registered",
    });
  });

  test("to one that somebody else has taken meanwhile is refused, and the link leads on", async () => {
    const client = await wire.signedIn("slow@example.com");
    await client.updateUser({ email: "wanted@example.com" });
    const { code, link } = wire.letterTo("wanted@example.com");
    await follow("slow@example.com");
    await wire.client().signUp({ email: "wanted@example.com", password });
    const { search } = new URL(link ?? "");
    const back = await wire.app.request(`/verify${search}`);
    expect(fragment(new URL(back.headers.get("location") ?? ""))).toEqual({
      error_code: "email_exists",
      error_description: "A user with this email address has already been registered",
      sb: "",
    });
    const byCode = { email: "wanted@example.com", token: code, type: "email_change" };
    expect(await wire.post("/verify", byCode, apiVersion)).toMatchObject({
      status: 422,
      body: { code: "email_exists" },
    });
  });

  test("that a trigger of the project's own refuses is told to the application", async () => {
    await wire.signedIn("stuck@example.com");
    await wire.client().resetPasswordForEmail("stuck@example.com");
    await database.script(`
      create function public.stick() returns trigger language plpgsql as $$
        begin raise exception 'not you'; end $$;
      create trigger stick before update on auth.users for each row
        when (new.email = 'stuck@example.com') execute function public.stick()`);
    expect(fragment(await follow("stuck@example.com"))).toMatchObject({
      error: "server_error",
      error_code: "unexpected_failure",
    });
  });

  test("of a phone is confirmed by its code", async () => {
    const client = await wire.signedIn("phoning@example.com");
    await client.updateUser({ phone: "+447700900999" });
    const { code } = wire.texts.at(-1) ?? {};
    const { data, error } = await client.verifyOtp({
      phone: "+447700900999",
      token: code ?? "",
      type: "phone_change",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: "447700900999" });
    expect(data.user?.app_metadata).toMatchObject({ providers: ["email", "phone"] });
  });
});

test.each([
  ["signup", "waiting@example.com", "confirmation"],
  ["email_change", "mover@example.com", "email_change"],
] as const)("the message of a %s is sent anew to who waits for it", async (type, email, kind) => {
  if (type === "signup") await wire.client().signUp({ email, password });
  else await (await wire.signedIn(email)).updateUser({ email: "moved@example.com" });
  const sent = wire.emails.length;
  expect((await wire.client().resend({ type, email })).error).toBeNull();
  expect(wire.emails.length).toBeGreaterThan(sent);
  expect(wire.emails.at(-1)?.kind).toBe(kind);
  const quiet = wire.emails.length;
  await wire.client().resend({ type, email: "nobody@example.com" });
  expect(wire.emails).toHaveLength(quiet);
});

test("the message of a change is not sent anew too soon, and nobody is told why", async () => {
  const slow = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
  const client = await wire.signedIn("patient@example.com");
  await client.updateUser({ email: "patience@example.com" });
  const change = { type: "email_change" } as const;
  expect(await slow.client().resend({ ...change, email: "patient@example.com" })).toEqual(
    await slow.client().resend({ ...change, email: "nobody@example.com" }),
  );
  expect(slow.emails).toEqual([]);
});

describe("PKCE", () => {
  test("ends with a new password, and with signing out everywhere", async () => {
    const email = "pkce-then@example.com";
    const owner = await wire.signedIn(email);
    for (const change of [
      () => owner.updateUser({ password: "another horse" }),
      () => owner.signOut({ scope: "global" }),
    ]) {
      const client = wire.client("pkce");
      await database.query(sql`delete from portico.sending_clocks`);
      await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } });
      const code = (await follow(email)).searchParams.get("code") ?? "";
      expect((await change()).error).toBeNull();
      expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
        code: "flow_state_not_found",
      });
    }
  });

  test("brings a code in the query, which the client that began can exchange once", async () => {
    const email = "pkce@example.com";
    const client = wire.client("pkce");
    await client.signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    const back = await follow(email);
    expect(back.hash).toBe("");
    expect(back.searchParams.get("kept")).toBe("1");
    const code = back.searchParams.get("code") ?? "";
    expect((await wire.client("pkce").exchangeCodeForSession(code)).error).not.toBeNull();
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await wire.post(
      "/token?grant_type=pkce",
      { auth_code: code, code_verifier: "x".repeat(43) },
      apiVersion,
    );
    expect(again).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  });

  test("tells recovery from sign-in", async () => {
    const email = "pkce-recovery@example.com";
    await wire.signedIn(email);
    const client = wire.client("pkce");
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await client.resetPasswordForEmail(email, { redirectTo });
    const code = (await follow(email)).searchParams.get("code") ?? "";
    await client.exchangeCodeForSession(code);
    expect(events).toContain("PASSWORD_RECOVERY");
  });

  test("refuses a wrong verifier, and a code after five minutes", async () => {
    const email = "pkce-wrong@example.com";
    await wire.signedIn(email);
    const client = wire.client("pkce");
    await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } });
    const code = (await follow(email)).searchParams.get("code") ?? "";
    const exchange = (verifier: string) =>
      wire.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier }, apiVersion);
    expect(await exchange("x".repeat(43))).toMatchObject({
      status: 400,
      body: { code: "bad_code_verifier" },
    });
    await database.query(sql`
      update auth.flow_state set auth_code_issued_at = auth_code_issued_at - interval '301 seconds'`);
    expect(await exchange("x".repeat(43))).toMatchObject({
      status: 422,
      body: { code: "flow_state_expired" },
    });
    expect(await exchange("")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  });

  test("that nobody came back from is forgotten when another begins", async () => {
    const email = "pkce-lost@example.com";
    await wire.signedIn(email);
    await wire.client("pkce").signInWithOtp({ email });
    await database.query(sql`update auth.flow_state set created_at = now() - interval '3 days'`);
    await wire.client("pkce").signInWithOtp({ email });
    const { rows } = await database.query(sql`select count(*) from auth.flow_state`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("shows its errors in query and fragment", async () => {
    const email = "pkce-error@example.com";
    await wire.client("pkce").signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    await follow(email);
    const back = await follow(email);
    expect(fragment(back)).toEqual(expired);
    expect(Object.fromEntries(back.searchParams)).toEqual({ ...expired, kept: "1", sb: undefined });
  });
});

test("what follows a mail scanner is not spent by a HEAD request", async () => {
  await wire.client().signUp({ email: "scanner@example.com", password });
  const link = new URL(wire.letterTo("scanner@example.com").link ?? "");
  await wire.app.request(`/verify${link.search}`, { method: "HEAD" });
  expect(fragment(await follow("scanner@example.com"))).toHaveProperty("access_token");
});
