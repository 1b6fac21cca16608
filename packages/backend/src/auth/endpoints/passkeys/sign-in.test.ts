import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "../../../../test/auth/auth-fixture.ts";
import {
  type Algorithm,
  type Authenticator,
  createAuthenticator,
  unknownKey,
} from "../../../../test/auth/authenticator.ts";
import { sessionOf } from "../../../../test/auth/factors.ts";
import {
  type Client,
  type PasskeyFixture,
  passkeyFixture,
} from "../../../../test/auth/passkeys.ts";
import { stopRefill } from "../../../../test/auth/stopped-refill.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
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
async function createOwner(
  email: string,
  authenticator = createAuthenticator(),
): Promise<{ client: Client; authenticator: Authenticator; userId: string }> {
  const client = await wire.signedIn(email);
  await wire.register(client, authenticator);
  return { client, authenticator, userId: (await sessionOf(client)).user.id };
}

const refusedCredential = {
  status: 400,
  body: { code: "webauthn_verification_failed", message: "Credential verification failed" },
};
const notFound = {
  status: 400,
  body: { code: "webauthn_challenge_not_found", message: "Challenge not found or already used" },
};

describe("signing in", () => {
  test("a passkey signs in without a name and opens a session", async () => {
    const { client, authenticator, userId } = await createOwner("grace@example.com");
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
    if (!challenge) throw new Error("The request returned no challenge.");
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
    const algorithms: readonly Algorithm[] = [
      ...(["ES256", "ES384", "ES512", "EdDSA"] as const),
      ...(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"] as const),
    ];
    for (const algorithm of algorithms) {
      const authenticator = createAuthenticator({ algorithm });
      await wire.register(client, authenticator);
      const forgedResponse = await wire.trySignIn(authenticator, { key: unknownKey() });
      expect({ algorithm, ...forgedResponse }).toMatchObject(refusedCredential);
      const { status } = await wire.trySignIn(authenticator);
      expect({ algorithm, status }).toEqual({ algorithm, status: 200 });
    }
  });

  test("a passkey signs in repeatedly, with or without a counter", async () => {
    const counterOwner = await createOwner("counting@example.com");
    const { authenticator } = await createOwner(
      "phone@example.com",
      createAuthenticator({ counts: false, isBackupEligible: true }),
    );
    for (let count = 0; count < 3; count++) {
      expect((await wire.trySignIn(counterOwner.authenticator)).status).toBe(200);
      expect((await wire.trySignIn(authenticator)).status).toBe(200);
    }
  });

  test("a passkey sign-in may start in one process and finish in another", async () => {
    const { authenticator, userId } = await createOwner("processes@example.com");
    const otherProcess = await passkeyFixture(database);
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const params = {
      challenge_id: body.challenge_id,
      credential: authenticator.get(body.options),
    };
    const response = await otherProcess.post("/passkeys/authentication/verify", params, apiVersion);
    expect(response).toMatchObject({ status: 200, body: { user: { id: userId } } });
    const repeatedResponse = await wire.post("/passkeys/authentication/verify", params, apiVersion);
    expect(repeatedResponse).toMatchObject(notFound);
  });
});

describe("refused responses", () => {
  let authenticator: Authenticator;
  beforeAll(async () => {
    ({ authenticator } = await createOwner("refused@example.com"));
  });

  test.each([
    ["from another site", { origin: "https://evil.example" }],
    ["from another port", { origin: "http://localhost:3001" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["to another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["of a registration", { type: "webauthn.create" }],
    ["signed with another key", { key: unknownKey() }],
    ["with an unknown credential", { credentialId: "AAAA" }],
    ["without a user handle", { userHandle: "" }],
    ["with an unknown user handle", { userHandle: Buffer.from("somebody").toString("base64url") }],
    ["without a test of user presence", { isAbsent: true }],
    ["without user verification", { isUnverified: true }],
    ["with another backup eligibility than at registration", { isBackupEligible: true }],
  ])("a passkey response %s is refused", async (_, fault) => {
    expect(await wire.trySignIn(authenticator, fault)).toMatchObject(refusedCredential);
    expect((await wire.trySignIn(authenticator)).status).toBe(200);
  });

  test("a passkey response for another user is refused", async () => {
    const { userId } = await createOwner("another@example.com");
    const userHandle = Buffer.from(userId).toString("base64url");
    expect(await wire.trySignIn(authenticator, { userHandle })).toMatchObject(refusedCredential);
  });

  test("a passkey response whose counter does not increase is refused", async () => {
    const { authenticator } = await createOwner("copy@example.com");
    expect((await wire.trySignIn(authenticator, { signCount: 7 })).status).toBe(200);
    for (const signCount of [7, 6, 0]) {
      expect(await wire.trySignIn(authenticator, { signCount })).toMatchObject(refusedCredential);
    }
    expect((await wire.trySignIn(authenticator, { signCount: 8 })).status).toBe(200);
  });

  test("a passkey response is refused after five minutes, and the second of two copies is refused", async () => {
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const credential = authenticator.get(body.options);
    const params = { challenge_id: body.challenge_id, credential };
    const path = "/passkeys/authentication/verify";
    const results = await Promise.all([
      wire.post(path, params, apiVersion),
      wire.post(path, params, apiVersion),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(results.find(({ status }) => status === 400)).toMatchObject(notFound);

    const { body: challenge } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    await database.query(sql`
      update auth.webauthn_challenges set expires_at = expires_at - interval '5 minutes'`);
    const expiredParams = {
      challenge_id: challenge.challenge_id,
      credential: authenticator.get(challenge.options),
    };
    expect(await wire.post(path, expiredParams, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "webauthn_challenge_expired", message: "Challenge has expired" },
    });
  });

  test.each([
    ["null", null],
    ["an empty object", {}],
    ["not in base64url", { id: "!", rawId: "!", type: "public-key", response: {} }],
    ["shorter than authenticator data can be", "short"],
  ])("a passkey response that is %s is refused", async (_, credential) => {
    const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
    const validResponse = createAuthenticator().get(body.options);
    const shortResponse = {
      ...validResponse,
      response: { ...validResponse.response, authenticatorData: "AAAA" },
    };
    const params = {
      challenge_id: body.challenge_id,
      credential: credential === "short" ? shortResponse : credential,
    };
    const path = "/passkeys/authentication/verify";
    expect(await wire.post(path, params, apiVersion)).toMatchObject({
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
  ])("a passkey does not sign in to an account with %s", async (code, message, change) => {
    const { authenticator, userId } = await createOwner(`${code}@example.com`);
    await database.query(sql`update auth.users set ${change} where id = ${userId}`);
    expect(await wire.trySignIn(authenticator)).toMatchObject({
      status: 403,
      body: { code, message },
    });
  });
});

test("passkey sign-ins of one address are limited", async () => {
  await stopRefill(database);
  const headers = { ...apiVersion, "x-forwarded-for": "203.0.113.7" };
  const statuses = [];
  for (let count = 0; count < 32; count++) {
    statuses.push((await wire.post("/passkeys/authentication/options", {}, headers)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
});

test("a passkey sign-in requires a captcha if the project requires one", async () => {
  const captcha = { enabled: true, provider: "hcaptcha", secret: "hush" } as const;
  const withCaptcha = await passkeyFixture(database, { captcha });
  const { error } = await withCaptcha.client().passkey.startAuthentication();
  expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
});
