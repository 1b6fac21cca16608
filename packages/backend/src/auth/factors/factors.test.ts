import { decodeJwt } from "jose";
import { TOTP } from "otpauth";
import decodeQr from "qr/decode.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture, password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import type { ConfigInput } from "../../config/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

const on = { enroll_enabled: true, verify_enabled: true };
const mfa = {
  totp: on,
  phone: { ...on, template: "{{ .Code }} proves that it is you", max_frequency: "0s" },
};

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, { auth: { mfa } });
});
afterAll(() => database.close());

type Client = ReturnType<AuthFixture["client"]>;

/** The wire on the same database with other settings. */
const withMfa = (settings: NonNullable<ConfigInput["auth"]>["mfa"]) =>
  authFixture(database, { auth: { mfa: settings } });

/** What an app with this secret shows, now or a few steps of half a minute later or earlier. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Six digits that no app shows now. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step));
  const candidates = ["000000", "111111", "222222", "333333", "444444"];
  return candidates.find((code) => !right.includes(code)) ?? "555555";
}

async function enrollTotp(client: Client, friendlyName = "phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, data };
}

/** Somebody with a verified app, at aal2. */
async function withTotp(email: string) {
  const client = await wire.signedIn(email);
  const before = await sessionOf(client);
  const factor = await enrollTotp(client);
  const { error } = await client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  });
  if (error) throw error;
  return { client, before, ...factor };
}

async function signIn(email: string): Promise<Client> {
  const client = wire.client();
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

async function sessionOf(client: Client) {
  const { data } = await client.getSession();
  if (!data.session) throw new Error("Nobody is signed in.");
  return data.session;
}

const bearer = async (client: Client) => ({
  authorization: `Bearer ${(await sessionOf(client)).access_token}`,
  ...apiVersion,
});

const challenge = async (client: Client, factorId: string, headers = {}) =>
  wire.post(`/factors/${factorId}/challenge`, {}, { ...(await bearer(client)), ...headers });

const verify = async (client: Client, factorId: string, body: object, headers = {}) =>
  wire.post(`/factors/${factorId}/verify`, body, { ...(await bearer(client)), ...headers });

const refresh = (token: string) =>
  wire.post("/token?grant_type=refresh_token", { refresh_token: token }, apiVersion);

describe("an authenticator app", () => {
  test("is enrolled with a secret, its address, and the same as an image", async () => {
    const client = await wire.signedIn("enrol@example.com");
    const { data, error } = await client.mfa.enroll({
      factorType: "totp",
      issuer: "Notes",
      friendlyName: "My phone",
    });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.any(String),
      type: "totp",
      friendly_name: "My phone",
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      },
    });
    const uri = new URL(data?.totp.uri ?? "");
    expect(decodeURIComponent(uri.pathname)).toMatch(/Notes:enrol@example\.com$/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: data?.totp.secret,
      issuer: "Notes",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect(readQrCode(data?.totp.qr_code ?? "")).toBe(data?.totp.uri);

    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.totp).toEqual([]);
    expect(factors?.all).toEqual([
      {
        id: data?.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        status: "unverified",
        friendly_name: "My phone",
        factor_type: "totp",
        phone: "",
        last_challenged_at: null,
      },
    ]);
  });

  test("names the site where the application does not", async () => {
    const client = await wire.signedIn("issuer@example.com");
    const { data } = await enrollTotp(client);
    expect(new URL(data.totp.uri).searchParams.get("issuer")).toBe("localhost:3000");
  });

  test("raises the session once it is proven", async () => {
    const client = await wire.signedIn("raise@example.com");
    const { id, secret } = await enrollTotp(client);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const asked = Math.floor(Date.now() / 1000);
    const { data: made } = await client.mfa.challenge({ factorId: id });
    expect(made).toEqual({ id: expect.any(String), type: "totp", expires_at: expect.any(Number) });
    expect((made?.expires_at ?? 0) - asked).toBeOneOf([299, 300, 301]);

    const { data, error } = await client.mfa.verify({
      factorId: id,
      challengeId: made?.id ?? "",
      code: codeOf(secret),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(data?.user.factors).toMatchObject([{ id, status: "verified" }]);
    expect(data?.user.factors?.[0]?.last_challenged_at).toEqual(expect.any(String));
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toEqual({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [
        { method: "totp", timestamp: expect.any(Number) },
        { method: "otp", timestamp: expect.any(Number) },
      ],
    });
    const { data: refreshed } = await client.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? "")).toMatchObject({ aal: "aal2" });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.totp.map((factor) => factor.id)).toEqual([id]);
  });

  test("is asked for anew by every sign-in", async () => {
    const { id, secret } = await withTotp("again@example.com");
    const client = await signIn("again@example.com");
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    const { error } = await client.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(secret, 1),
    });
    expect(error).toBeNull();
    expect(decodeJwt((await sessionOf(client)).access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
  });

  test("ends the sessions that have not proven it, and no other", async () => {
    const client = await wire.signedIn("others@example.com");
    const idle = await signIn("others@example.com");
    const { id, secret } = await enrollTotp(client);
    await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect((await idle.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });

    const second = await signIn("others@example.com");
    await second.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });
    expect((await client.getUser()).error).toBeNull();
  });

  test("makes a refresh token from before it worthless", async () => {
    const { client, before } = await withTotp("before@example.com");
    await database.query(sql`
      update auth.sessions set created_at = created_at - interval '1 minute'
      where user_id = ${before.user.id}`);
    expect(await refresh(before.refresh_token)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_already_used" },
    });
    expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  test("is not proven by a wrong code, and the challenge stays open", async () => {
    const client = await wire.signedIn("wrong@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await challenge(client, id);
    const refused = await verify(client, id, { challenge_id: body.id, code: wrongCode(secret) });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "mfa_verification_failed", message: "Invalid TOTP code entered" },
    });
    for (const code of [codeOf(secret, -3), codeOf(secret, 3), codeOf(secret).slice(1)]) {
      expect((await verify(client, id, { challenge_id: body.id, code })).status).toBe(422);
    }
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
    const right = await verify(client, id, { challenge_id: body.id, code: codeOf(secret) });
    expect(right.status).toBe(200);
  });

  test("is proven by a code once, and a challenge answered once", async () => {
    const client = await wire.signedIn("once@example.com");
    const { id, secret } = await enrollTotp(client);
    const code = codeOf(secret);
    const first = await challenge(client, id);
    const answers = await Promise.all(
      [1, 2, 3].map(() => verify(client, id, { challenge_id: first.body.id, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toEqual({
      code: "mfa_ip_address_mismatch",
      message: "Challenge and verify IP addresses mismatch.",
    });
    const second = await challenge(client, id);
    const body = { challenge_id: second.body.id, code };
    expect((await verify(client, id, body)).body).toEqual({
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
    const next = { challenge_id: second.body.id, code: codeOf(secret, 1) };
    expect((await verify(client, id, next)).status).toBe(200);
  });

  test("must be proven within five minutes", async () => {
    const client = await wire.signedIn("late@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await challenge(client, id);
    await database.query(sql`
      update auth.mfa_challenges set created_at = created_at - interval '301 seconds'
      where id = ${body.id}`);
    const late = { challenge_id: body.id, code: codeOf(secret) };
    expect(await verify(client, id, late)).toMatchObject({
      status: 422,
      body: {
        code: "mfa_challenge_expired",
        message: `MFA challenge ${body.id} has expired, verify against another challenge or create a new challenge.`,
      },
    });
    expect((await verify(client, id, late)).body).toEqual({
      code: "mfa_factor_not_found",
      message: "MFA factor with the provided challenge ID not found",
    });
  });

  test("is proven from where the challenge was asked for", async () => {
    const client = await wire.signedIn("elsewhere@example.com");
    const { id, secret } = await enrollTotp(client);
    const here = { "x-forwarded-for": "203.0.113.1" };
    const { body } = await challenge(client, id, here);
    const answer = { challenge_id: body.id, code: codeOf(secret) };
    const elsewhere = { "x-forwarded-for": "203.0.113.2" };
    expect((await verify(client, id, answer, elsewhere)).body).toMatchObject({
      code: "mfa_ip_address_mismatch",
    });
    expect((await verify(client, id, answer, here)).status).toBe(200);
  });

  test("cannot be guessed, not even from many addresses", async () => {
    const client = await wire.signedIn("guess@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await challenge(client, id);
    const wrong = { challenge_id: body.id, code: wrongCode(secret) };
    const statuses = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await verify(client, id, wrong)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    expect(await verify(client, id, { ...wrong, code: codeOf(secret) })).toMatchObject({
      status: 429,
      body: { code: "over_request_rate_limit", message: "Request rate limit reached" },
    });
  });
});

test("one address may ask for so many challenges", async () => {
  const client = await wire.signedIn("flood@example.com");
  const { id } = await enrollTotp(client);
  const from = { "x-forwarded-for": "203.0.113.50" };
  const statuses = new Set<number>();
  for (let count = 0; count < 30; count++) statuses.add((await challenge(client, id, from)).status);
  expect([...statuses]).toEqual([200]);
  expect((await challenge(client, id, from)).status).toBe(429);
  expect((await challenge(client, id)).status).toBe(200);
});

describe("a phone", () => {
  test("is proven by the code that it gets", async () => {
    const client = await wire.signedIn("texts@example.com");
    const { data: enrolled, error } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "Mobile",
      phone: "+45 20 30 40 50",
    });
    expect(error).toBeNull();
    expect(enrolled).toEqual({
      id: expect.any(String),
      type: "phone",
      friendly_name: "Mobile",
      phone: "+45 20 30 40 50",
    });
    const factorId = enrolled?.id ?? "";
    const { data: made } = await client.mfa.challenge({ factorId, channel: "sms" });
    expect(made).toMatchObject({ type: "phone", expires_at: expect.any(Number) });
    const sent = wire.texts.at(-1);
    expect(sent).toEqual({
      channel: "sms",
      to: "4520304050",
      text: `${sent?.code} proves that it is you`,
      code: expect.stringMatching(/^\d{6}$/),
    });
    const { rows } = await database.query<{ otp_code: string }>(
      sql`select otp_code from auth.mfa_challenges where id = ${made?.id}`,
    );
    expect(rows[0]?.otp_code).not.toContain(sent?.code);

    const challengeId = made?.id ?? "";
    const wrong = String((Number(sent?.code) + 1) % 1_000_000).padStart(6, "0");
    expect((await client.mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid MFA Phone code entered",
    });
    const code = sent?.code ?? "";
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    expect(decodeJwt((await sessionOf(client)).access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/phone" }, { method: "otp" }],
    });
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
      code: "mfa_ip_address_mismatch",
    });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.phone).toMatchObject([{ phone: "4520304050", status: "verified" }]);
  });

  test("gets no code that another challenge takes", async () => {
    const client = await wire.signedIn("crossed@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304051" });
    const factorId = data?.id ?? "";
    const first = await client.mfa.challenge({ factorId });
    const code = wire.texts.at(-1)?.code ?? "";
    const second = await client.mfa.challenge({ factorId });
    if (wire.texts.at(-1)?.code === code) return;
    const crossed = await client.mfa.verify({ factorId, challengeId: second.data?.id ?? "", code });
    expect(crossed.error).toMatchObject({ code: "mfa_verification_failed" });
    const own = await client.mfa.verify({ factorId, challengeId: first.data?.id ?? "", code });
    expect(own.error).toBeNull();
  });

  test("is sent codes of the project's length, and not too often", async () => {
    const other = await withMfa({ ...mfa, phone: { ...on, otp_length: 8, max_frequency: "1m" } });
    const client = await other.signedIn("often@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304052" });
    const factorId = data?.id ?? "";
    expect((await client.mfa.challenge({ factorId })).error).toBeNull();
    expect(other.texts.at(-1)?.text).toMatch(/^Your code is \d{8}$/);
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 429,
      code: "over_sms_send_rate_limit",
      message: expect.stringMatching(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      ),
    });
  });

  test("that could not be reached need not wait for the next code", async () => {
    const other = await withMfa({ ...mfa, phone: { ...on, max_frequency: "1m" } });
    const client = await other.signedIn("unreachable@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304056" });
    const factorId = data?.id ?? "";
    other.mailServer.isDown = true;
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 500,
      message: "error sending message",
    });
    other.mailServer.isDown = false;
    expect((await client.mfa.challenge({ factorId })).error).toBeNull();
  });

  test("is enrolled once, and again while it is unverified", async () => {
    const client = await wire.signedIn("twice@example.com");
    const phone = "+4520304053";
    const enroll = (friendlyName: string) =>
      client.mfa.enroll({ factorType: "phone", friendlyName, phone });
    await enroll("one");
    const { data } = await enroll("one");
    const factorId = data?.id ?? "";
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);
    const { data: made } = await client.mfa.challenge({ factorId });
    const code = wire.texts.at(-1)?.code ?? "";
    await client.mfa.verify({ factorId, challengeId: made?.id ?? "", code });
    expect((await enroll("two")).error).toMatchObject({
      status: 422,
      code: "mfa_verified_factor_exists",
      message: "A verified phone factor already exists, unenroll the existing factor to continue",
    });
  });

  test.each([
    ["", "Phone number required to enroll Phone factor"],
    ["12 ab", "Invalid phone number format (E.164 required)"],
  ])("has a number, which %j is not", async (phone, message) => {
    const client = await wire.signedIn(`number-${phone.length}@example.com`);
    const answer = await wire.post(
      "/factors",
      { factor_type: "phone", phone },
      await bearer(client),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
  });

  test("is texted, and reached by no messenger", async () => {
    const client = await wire.signedIn("channel@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304054" });
    const { error } = await client.mfa.challenge({ factorId: data?.id ?? "", channel: "whatsapp" });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("giving up a factor", () => {
  test("takes from the sessions what they owe to it", async () => {
    const { client, id } = await withTotp("give-up@example.com");
    const { data, error } = await client.mfa.unenroll({ factorId: id });
    expect(error).toBeNull();
    expect(data).toEqual({ id });
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toEqual({
      currentLevel: "aal1",
      nextLevel: "aal1",
      currentAuthenticationMethods: [{ method: "otp", timestamp: expect.any(Number) }],
    });
    const { data: user } = await client.getUser();
    expect(user.user).not.toHaveProperty("factors");
  });

  test("takes its proof, unless it never counted", async () => {
    const { id } = await withTotp("keep@example.com");
    const thief = await signIn("keep@example.com");
    expect((await thief.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
      message: "AAL2 required to unenroll verified factor",
    });
    const client = await wire.signedIn("never@example.com");
    const unverified = await enrollTotp(client);
    expect((await client.mfa.unenroll({ factorId: unverified.id })).error).toBeNull();
  });
});

describe("what needs the second factor", () => {
  test("a new password, address or number does, and one's own data do not", async () => {
    const { client, id, secret } = await withTotp("change@example.com");
    const weak = await signIn("change@example.com");
    for (const change of [
      { password: "another horse" },
      { email: "changed@example.com" },
      { phone: "+4520304055" },
    ]) {
      expect((await weak.updateUser(change)).error).toMatchObject({
        status: 401,
        code: "insufficient_aal",
        message: "AAL2 session is required to update email or password when MFA is enabled.",
      });
    }
    const own = await weak.updateUser({ email: "change@example.com", data: { colour: "green" } });
    expect(own.error).toBeNull();
    expect(own.data.user?.factors).toMatchObject([{ id, status: "verified" }]);
    await weak.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });
    expect((await weak.updateUser({ password: "another horse" })).error).toBeNull();
    expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  test("so does another factor", async () => {
    await withTotp("another@example.com");
    const weak = await signIn("another@example.com");
    const { error } = await weak.mfa.enroll({ factorType: "totp", friendlyName: "thief's" });
    expect(error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
      message: "AAL2 required to enroll a new factor",
    });
  });
});

describe("enrolment", () => {
  test("takes each name once, the empty one too", async () => {
    const client = await wire.signedIn("names@example.com");
    for (const friendlyName of ["", 'my "phone"']) {
      expect((await client.mfa.enroll({ factorType: "totp", friendlyName })).error).toBeNull();
      expect((await client.mfa.enroll({ factorType: "totp", friendlyName })).error).toMatchObject({
        status: 422,
        code: "mfa_factor_name_conflict",
        message: `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
      });
    }
  });

  test("has an end, however many ask at once", async () => {
    const other = await withMfa({ ...mfa, max_enrolled_factors: 2 });
    const client = await other.signedIn("many@example.com");
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((friendlyName) =>
        client.mfa.enroll({ factorType: "totp", friendlyName }),
      ),
    );
    const errors = answers.flatMap(({ error }) => error ?? []);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatchObject({
      status: 422,
      code: "too_many_enrolled_mfa_factors",
      message: "Maximum number of verified factors reached, unenroll to continue",
    });
  });

  test("is forgotten when it is not finished", async () => {
    const client = await wire.signedIn("unfinished@example.com");
    await enrollTotp(client, "first");
    const asked = await enrollTotp(client, "second");
    await client.mfa.challenge({ factorId: asked.id });
    await database.query(sql`
      update auth.mfa_factors set created_at = created_at - interval '301 seconds'`);
    const last = await enrollTotp(client, "third");
    const all = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(all).toEqual([asked.id, last.id]);
  });

  test("ends for the others of a type with the first that is verified", async () => {
    const client = await wire.signedIn("first@example.com");
    const [one] = [await enrollTotp(client, "one"), await enrollTotp(client, "two")];
    const { data: phone } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "three",
      phone: "+4520304057",
    });
    await client.mfa.challengeAndVerify({ factorId: one.id, code: codeOf(one.secret) });
    const all = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(all).toEqual([one.id, phone?.id]);
  });

  test("is closed where the project closes it", async () => {
    const closed = await withMfa({});
    const client = await closed.signedIn("closed@example.com");
    const headers = await bearer(client);
    for (const [type, name] of [
      ["totp", "TOTP"],
      ["phone", "Phone"],
      ["webauthn", "WebAuthn"],
    ]) {
      const answer = await closed.post("/factors", { factor_type: type }, headers);
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: `mfa_${type}_enroll_not_enabled`,
          message: `MFA enroll is disabled for ${name}`,
        },
      });
    }
    expect(await closed.post("/factors", { factor_type: "pigeon" }, headers)).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        message: "factor_type needs to be totp, phone, or webauthn",
      },
    });
  });

  test("is not for strangers, nor for anonymous users", async () => {
    const open = await authFixture(database, { auth: { mfa, enable_anonymous_sign_ins: true } });
    expect(await open.post("/factors", { factor_type: "totp" }, apiVersion)).toMatchObject({
      status: 401,
      body: { code: "no_authorization" },
    });
    const client = open.client();
    await client.signInAnonymously();
    expect((await client.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 403,
      code: "no_authorization",
      message: "Anonymous user not allowed to perform these actions",
    });
  });
});

describe("refusals", () => {
  test.each(["challenge", "verify"])("%s knows only one's own factors", async (path) => {
    const mine = await wire.signedIn(`mine-${path}@example.com`);
    const theirs = await wire.signedIn(`theirs-${path}@example.com`);
    const { id } = await enrollTotp(mine);
    const headers = await bearer(theirs);
    expect(await wire.post(`/factors/${id}/${path}`, {}, headers)).toMatchObject({
      status: 404,
      body: { code: "mfa_factor_not_found", message: "Factor not found" },
    });
    expect(await wire.post(`/factors/no-id/${path}`, {}, headers)).toMatchObject({
      status: 404,
      body: { code: "validation_failed", message: "factor_id must be an UUID" },
    });
    expect((await theirs.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  });

  test("a verification names its challenge and has a code", async () => {
    const client = await wire.signedIn("named@example.com");
    const one = await enrollTotp(client, "one");
    const two = await enrollTotp(client, "two");
    const { body } = await challenge(client, two.id);
    const code = codeOf(one.secret);
    expect(await verify(client, one.id, { challenge_id: body.id, code: "" })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Code needs to be non-empty" },
    });
    expect(await verify(client, one.id, { challenge_id: "one", code })).toMatchObject({
      status: 400,
      body: { code: "bad_json" },
    });
    for (const other of [{ challenge_id: body.id, code }, { code }]) {
      expect(await verify(client, one.id, other)).toMatchObject({
        status: 422,
        body: {
          code: "mfa_factor_not_found",
          message: "MFA factor with the provided challenge ID not found",
        },
      });
    }
  });

  test("a factor whose type was turned off cannot be used", async () => {
    const { client, id, secret } = await withTotp("off@example.com");
    const { data: phone } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "mobile",
      phone: "+4520304058",
    });
    await database.query(sql`
      insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), user_id, 'key', 'webauthn', 'verified', now(), now()
      from auth.mfa_factors where id = ${id}`);
    const { data } = await client.mfa.listFactors();
    const key = data?.all.find(({ factor_type: type }) => type === "webauthn");
    const off = await withMfa({});
    const headers = await bearer(client);
    for (const [factorId, type, name] of [
      [id, "totp", "TOTP"],
      [phone?.id, "phone", "Phone"],
      [key?.id, "webauthn", "WebAuthn"],
    ]) {
      const message = `MFA verification is disabled for ${name}`;
      expect(await off.post(`/factors/${factorId}/challenge`, {}, headers)).toMatchObject({
        status: 422,
        body: { code: `mfa_${type}_verify_not_enabled`, message },
      });
      const body = { challenge_id: id, code: codeOf(secret) };
      expect(await off.post(`/factors/${factorId}/verify`, body, headers)).toMatchObject({
        status: 422,
        body: { message },
      });
    }
  });
});

/** Reads an SVG image as a camera would see it, module by module. */
function readQrCode(dataUrl: string): string {
  const [, svg = ""] = dataUrl.split("utf-8,");
  const size = Number(svg.match(/viewBox="0 0 (\d+) /)?.[1]);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (
        let column = Number(x) * scale;
        column < (Number(x) + Number(length)) * scale;
        column++
      ) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}
