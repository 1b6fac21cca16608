import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "../../../../test/auth.ts";
import {
  type Algorithm,
  type Authenticator,
  createAuthenticator,
  strangersKey,
} from "../../../../test/authenticator.ts";
import { openTestDatabase } from "../../../../test/database.ts";
import { sessionOf } from "../../../../test/factors.ts";
import { type Client, type PasskeyFixture, passkeyFixture } from "../../../../test/passkeys.ts";
import { stopRefill } from "../../../../test/stopped-refill.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: PasskeyFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await passkeyFixture(database);
});
afterAll(() => database.close());

/** Returns a user with a passkey. */
async function owner(
  email: string,
  authenticator = createAuthenticator(),
): Promise<{ client: Client; authenticator: Authenticator; userId: string }> {
  const client = await wire.signedIn(email);
  await wire.register(client, authenticator);
  return { client, authenticator, userId: (await sessionOf(client)).user.id };
}

const refused = {
  status: 400,
  body: { code: "webauthn_verification_failed", message: "Credential verification failed" },
};
const notFound = {
  status: 400,
  body: { code: "webauthn_challenge_not_found", message: "Challenge not found or already used" },
};

describe("signing in", () => {
  test("a passkey signs in without a name and opens a session", async () => {
    const { client, authenticator, userId } = await owner("grace@example.com");
    const visitor = wire.client();
    const { data: challenge } = await visitor.passkey.startAuthentication();
    expect(challenge).toEqual({
      challenge_id: expect.any(String),
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        rpId: "localhost",
        userVerification: "required",
      },
      expires_at: expect.closeTo(Date.now() / 1000 + 300, -1),
    });
    if (!challenge) throw new Error("There is no challenge.");
    const { data, error } = await visitor.passkey.verifyAuthentication({
      challengeId: challenge.challenge_id,
      credential: authenticator.get(challenge.options),
    });
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(userId);
    expect(decodeJwt(data?.session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "passkey", timestamp: expect.any(Number) }],
    });
    expect((await visitor.getUser()).data.user?.id).toBe(userId);
    expect((await visitor.refreshSession()).error).toBeNull();
    expect((await client.passkey.list()).data).toMatchObject([
      { friendly_name: "Passkey", last_used_at: expect.any(String) },
    ]);
  });

  test("a passkey of every algorithm in the options signs in", async () => {
    const client = await wire.signedIn("algorithms@example.com");
    const kinds: readonly Algorithm[] = [
      ...(["ES256", "ES384", "ES512", "EdDSA"] as const),
      ...(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"] as const),
    ];
    for (const algorithm of kinds) {
      const authenticator = createAuthenticator({ algorithm });
      await wire.register(client, authenticator);
      const forged = await wire.trySignIn(authenticator, { key: strangersKey() });
      expect({ algorithm, ...forged }).toMatchObject(refused);
      const { status } = await wire.trySignIn(authenticator);
      expect({ algorithm, status }).toEqual({ algorithm, status: 200 });
    }
  });

  test("a passkey signs in repeatedly, with or without a counter", async () => {
    const counting = await owner("counting@example.com");
    const { authenticator } = await owner(
      "phone@example.com",
      createAuthenticator({ counts: false, isBackupEligible: true }),
    );
    for (let count = 0; count < 3; count++) {
      expect((await wire.trySignIn(counting.authenticator)).status).toBe(200);
      expect((await wire.trySignIn(authenticator)).status).toBe(200);
    }
  });

  test("a passkey sign-in may begin in one process and end in another", async () => {
    const { authenticator, userId } = await owner("processes@example.com");
    const neighbour = await passkeyFixture(database);
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const answer = {
      challenge_id: body.challenge_id,
      credential: authenticator.get(body.options),
    };
    const ended = await neighbour.post("/passkeys/authentication/verify", answer, apiVersion);
    expect(ended).toMatchObject({ status: 200, body: { user: { id: userId } } });
    const second = await wire.post("/passkeys/authentication/verify", answer, apiVersion);
    expect(second).toMatchObject(notFound);
  });
});

describe("refused responses", () => {
  let authenticator: Authenticator;
  beforeAll(async () => {
    ({ authenticator } = await owner("refused@example.com"));
  });

  test.each([
    ["another site's", { origin: "https://evil.example" }],
    ["another port's", { origin: "http://localhost:3001" }],
    ["another relying party's", { rpId: "evil.example" }],
    ["of another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["of a registration", { type: "webauthn.create" }],
    ["by another key", { key: strangersKey() }],
    ["by a credential that nobody knows", { credentialId: "AAAA" }],
    ["of nobody", { userHandle: "" }],
    ["of somebody who is no user", { userHandle: Buffer.from("somebody").toString("base64url") }],
    ["with nobody there", { isAbsent: true }],
    ["by somebody whom the authenticator did not verify", { isUnverified: true }],
    ["by a device of another kind than when it was registered", { isBackupEligible: true }],
  ])("a passkey response is refused %s", async (_, fault) => {
    expect(await wire.trySignIn(authenticator, fault)).toMatchObject(refused);
    expect((await wire.trySignIn(authenticator)).status).toBe(200);
  });

  test("a passkey response for another user is refused", async () => {
    const { userId } = await owner("another@example.com");
    const userHandle = Buffer.from(userId).toString("base64url");
    expect(await wire.trySignIn(authenticator, { userHandle })).toMatchObject(refused);
  });

  test("a passkey response whose counter does not increase is refused", async () => {
    const { authenticator } = await owner("copy@example.com");
    expect((await wire.trySignIn(authenticator, { signCount: 7 })).status).toBe(200);
    for (const signCount of [7, 6, 0]) {
      expect(await wire.trySignIn(authenticator, { signCount })).toMatchObject(refused);
    }
    expect((await wire.trySignIn(authenticator, { signCount: 8 })).status).toBe(200);
  });

  test("a passkey response is refused after five minutes, and the second of two copies is refused", async () => {
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const credential = authenticator.get(body.options);
    const answer = { challenge_id: body.challenge_id, credential };
    const path = "/passkeys/authentication/verify";
    const results = await Promise.all([
      wire.post(path, answer, apiVersion),
      wire.post(path, answer, apiVersion),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(results.find(({ status }) => status === 400)).toMatchObject(notFound);

    const { body: challenge } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    await database.query(sql`
      update auth.webauthn_challenges set expires_at = expires_at - interval '5 minutes'`);
    const late = {
      challenge_id: challenge.challenge_id,
      credential: authenticator.get(challenge.options),
    };
    expect(await wire.post(path, late, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "webauthn_challenge_expired", message: "Challenge has expired" },
    });
  });

  test.each([
    ["nothing", null],
    ["no credential", {}],
    ["bytes that are none", { id: "!", rawId: "!", type: "public-key", response: {} }],
    ["authenticator data too short to be any", "short"],
  ])("a passkey response that is %s is refused", async (_, credential) => {
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const honest = createAuthenticator().get(body.options);
    const short = { ...honest, response: { ...honest.response, authenticatorData: "AAAA" } };
    const answer = {
      challenge_id: body.challenge_id,
      credential: credential === "short" ? short : credential,
    };
    const path = "/passkeys/authentication/verify";
    expect(await wire.post(path, answer, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "webauthn_verification_failed", message: "Invalid credential response" },
    });
  });
});

describe("refused accounts", () => {
  test.each([
    ["email_not_confirmed", "Email not confirmed", sql`email_confirmed_at = null`],
    ["phone_not_confirmed", "Phone not confirmed", sql`phone = '4520304099'`],
    ["user_banned", "User is banned", sql`banned_until = now() + interval '1 hour'`],
  ])("a passkey does not open an account %s", async (code, message, change) => {
    const { authenticator, userId } = await owner(`${code}@example.com`);
    await database.query(sql`update auth.users set ${change} where id = ${userId}`);
    expect(await wire.trySignIn(authenticator)).toMatchObject({
      status: 403,
      body: { code, message },
    });
  });
});

test("passkey sign-ins of one address are limited", async () => {
  await stopRefill(database);
  const from = { ...apiVersion, "x-forwarded-for": "203.0.113.7" };
  const statuses = [];
  for (let count = 0; count < 32; count++) {
    statuses.push((await wire.post("/passkeys/authentication/options", {}, from)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
});

test("a passkey sign-in requires a captcha if the project requires one", async () => {
  const captcha = { enabled: true, provider: "hcaptcha", secret: "hush" } as const;
  const guarded = await passkeyFixture(database, { captcha });
  const { error } = await guarded.client().passkey.startAuthentication();
  expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
});
