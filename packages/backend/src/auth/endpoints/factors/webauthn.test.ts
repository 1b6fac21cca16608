import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Authenticator,
  createAuthenticator,
  type Fault,
  unknownKey,
} from "../../../../test/auth/authenticator.ts";
import {
  claimsOf,
  type FactorFixture,
  factorFixture,
  sessionOf,
} from "../../../../test/auth/factors.ts";
import type { Client } from "../../../../test/auth/passkeys.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let fixture: FactorFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await factorFixture(database);
});
afterAll(() => database.close());

const verificationFailed = {
  status: 422,
  body: {
    code: "mfa_verification_failed",
    message: "Failed to validate WebAuthn MFA response",
  },
};

async function enroll(client: Client, friendlyName: string): Promise<string> {
  const { data, error } = await client.mfa.enroll({ factorType: "webauthn", friendlyName });
  if (error) throw error;
  expect(data).toEqual({ id: data.id, type: "webauthn", friendly_name: friendlyName });
  return data.id;
}

/** Verifies a factor with raw requests: gets a challenge, and sends the authenticator's response. */
async function verifyFactor(
  client: Client,
  factorId: string,
  authenticator: Authenticator,
  fault?: Fault,
) {
  const { body } = await fixture.challenge(client, factorId);
  return fixture.verify(client, factorId, responseTo(body, authenticator, fault));
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
function responseTo(body: any, authenticator: Authenticator, fault?: Fault) {
  const { type, credential_options: options } = body.webauthn;
  const credential =
    type === "create"
      ? authenticator.create(options.publicKey, fault)
      : authenticator.get(options.publicKey, fault);
  return { challenge_id: body.id, webauthn: { type, credential_response: credential } };
}

/** Returns a user with a WebAuthn factor, at aal2. */
async function createUserWithKey(email: string, authenticator = createAuthenticator()) {
  const client = await fixture.wire.signedIn(email);
  const id = await enroll(client, "key");
  const { status, body } = await verifyFactor(client, id, authenticator);
  expect(status).toBe(200);
  await client.setSession(body);
  return { client, id, authenticator };
}

describe("WebAuthn factor", () => {
  test("a WebAuthn factor is registered by the first challenge and verified by the next", async () => {
    const client = await fixture.wire.signedIn("grace@example.com");
    const { user } = await sessionOf(client);
    const id = await enroll(client, "my key");
    const authenticator = createAuthenticator({ aaguid: "ea9b8d664d011d213ce4b6b48cb575d4" });
    const { body } = await fixture.challenge(client, id);
    expect(body).toEqual({
      id: expect.any(String),
      type: "webauthn",
      expires_at: expect.closeTo(Date.now() / 1000 + 300, -1),
      webauthn: {
        type: "create",
        credential_options: {
          publicKey: {
            rp: { name: "localhost", id: "localhost" },
            user: {
              id: Buffer.from(user.id).toString("base64url"),
              name: "grace@example.com",
              displayName: "grace@example.com",
            },
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            pubKeyCredParams: expect.arrayContaining([{ type: "public-key", alg: -7 }]),
            timeout: 300_000,
            authenticatorSelection: {},
          },
        },
      },
    });
    const registration = await fixture.verify(client, id, responseTo(body, authenticator));
    expect(registration).toMatchObject({
      status: 200,
      body: { user: { factors: [{ id, status: "verified", factor_type: "webauthn" }] } },
    });
    expect(decodeJwt(registration.body.access_token)).toMatchObject({ aal: "aal2" });
    expect(fixture.wire.emails.filter(({ to }) => to === "grace@example.com")).toHaveLength(1);

    // The client converts the options to bytes for the browser.
    const laterClient = await fixture.signIn("grace@example.com");
    expect(await claimsOf(laterClient)).toMatchObject({ aal: "aal1" });
    const { data: challengeData, error } = await laterClient.mfa.challenge({
      factorId: id,
      webauthn: { rpId: "localhost", rpOrigins: ["http://localhost:3000"] },
    });
    if (error || challengeData.type !== "webauthn" || challengeData.webauthn.type !== "request")
      throw error;
    const { challenge, allowCredentials } = challengeData.webauthn.credential_options.publicKey;
    expect(allowCredentials).toMatchObject([{ type: "public-key", transports: ["usb"] }]);
    const text = Buffer.from(new Uint8Array(challenge)).toString("base64url");
    const credential = authenticator.get({ challenge: text });
    const verification = await fixture.verify(laterClient, id, {
      challenge_id: challengeData.id,
      webauthn: { type: "request", credential_response: credential },
    });
    expect(decodeJwt(verification.body.access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/webauthn" }, { method: "password" }],
    });
    // The session with the higher assurance level continues.
    expect((await client.setSession(registration.body)).error).toBeNull();
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.webauthn).toMatchObject([{ id, friendly_name: "my key" }]);
    expect((await client.mfa.unenroll({ factorId: id })).error).toBeNull();
  });

  test("a WebAuthn factor is stored as in supabase/auth", async () => {
    const { id, authenticator } = await createUserWithKey("stored@example.com");
    const { rows } = await database.query(sql`
      select web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data
      from auth.mfa_factors where id = ${id}`);
    expect(rows).toEqual([
      {
        web_authn_credential: {
          id: Buffer.from(authenticator.credentialId, "base64url").toString("base64"),
          publicKey: expect.stringMatching(/^pQ/),
          attestationType: "none",
          transport: ["usb"],
          flags: { backupEligible: false, backupState: false },
          authenticator: { AAGUID: "AAAAAAAAAAAAAAAAAAAAAA==", signCount: 0 },
        },
        web_authn_aaguid: "00000000-0000-0000-0000-000000000000",
        last_webauthn_challenge_data: {
          challenge: expect.objectContaining({ factor_id: id, ip_address: "127.0.0.1" }),
          type: "create",
          credential_response: expect.objectContaining({ ID: authenticator.credentialId }),
        },
      },
    ]);
  });

  test("a WebAuthn factor requires only a touch, because the password has identified the user", async () => {
    const client = await fixture.wire.signedIn("touch@example.com");
    const id = await enroll(client, "key without a PIN");
    const authenticator = createAuthenticator();
    const isUnverified = true;
    expect((await verifyFactor(client, id, authenticator, { isUnverified })).status).toBe(200);
    const laterClient = await fixture.signIn("touch@example.com");
    const verification = await verifyFactor(laterClient, id, authenticator, { isUnverified });
    expect(decodeJwt(verification.body.access_token)).toMatchObject({ aal: "aal2" });
  });

  test("a challenge can be verified with any of the user's WebAuthn factors", async () => {
    const { client, id } = await createUserWithKey("two@example.com");
    const secondId = await enroll(client, "second key");
    const { body } = await fixture.challenge(client, secondId);
    expect(body.webauthn.credential_options.publicKey.excludeCredentials).toEqual([
      { type: "public-key", id: expect.any(String), transports: ["usb", "nfc"] },
    ]);
    const authenticator = createAuthenticator();
    const response = await fixture.verify(client, secondId, responseTo(body, authenticator));
    expect(response.status).toBe(200);
    const laterClient = await fixture.signIn("two@example.com");
    expect((await verifyFactor(laterClient, id, authenticator)).status).toBe(200);
  });
});

describe("WebAuthn refusals", () => {
  test("a WebAuthn response to another challenge, or from another user, is refused", async () => {
    const { id, authenticator } = await createUserWithKey("refused@example.com");
    const client = await fixture.signIn("refused@example.com");
    const { user } = await sessionOf(await fixture.wire.signedIn("other@example.com"));
    const faults: Fault[] = [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
      { type: "webauthn.create" },
      { key: unknownKey() },
      { credentialId: "AAAA" },
      { userHandle: Buffer.from(user.id).toString("base64url") },
      { isAbsent: true },
      { isBackupEligible: true },
    ];
    for (const fault of faults) {
      const response = await verifyFactor(client, id, authenticator, fault);
      expect({ fault, ...response }).toMatchObject({ fault, ...verificationFailed });
    }
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
    expect((await verifyFactor(client, id, authenticator)).status).toBe(200);
  });

  test("a WebAuthn response whose counter does not increase is refused", async () => {
    const { client, id, authenticator } = await createUserWithKey("copy@example.com");
    expect((await verifyFactor(client, id, authenticator, { signCount: 7 })).status).toBe(200);
    const laterClient = await fixture.signIn("copy@example.com");
    expect(await verifyFactor(laterClient, id, authenticator, { signCount: 7 })).toMatchObject(
      verificationFailed,
    );
  });

  test("a WebAuthn response with a new key is refused for a factor that has one", async () => {
    const client = await fixture.wire.signedIn("owner@example.com");
    const id = await enroll(client, "key");
    const thief = await fixture.signIn("owner@example.com");
    const { body: earlyChallenge } = await fixture.challenge(thief, id);
    const authenticator = createAuthenticator();
    // The thief's session does not end, so that only the factor's state can cause the refusal.
    const response = await verifyFactor(client, id, authenticator);
    expect(response.status).toBe(200);
    const aal1Client = await fixture.signIn("owner@example.com");
    const thiefsAuthenticator = createAuthenticator();
    expect(
      await fixture.verify(aal1Client, id, responseTo(earlyChallenge, thiefsAuthenticator)),
    ).toMatchObject(verificationFailed);
    const { body } = await fixture.challenge(aal1Client, id);
    const options = body.webauthn.credential_options.publicKey;
    const creationResponse = {
      challenge_id: body.id,
      webauthn: { type: "create", credential_response: thiefsAuthenticator.create(options) },
    };
    expect(await fixture.verify(aal1Client, id, creationResponse)).toMatchObject(
      verificationFailed,
    );
    expect((await verifyFactor(aal1Client, id, authenticator)).status).toBe(200);
  });

  test("a WebAuthn response to a used, expired or foreign challenge is refused", async () => {
    const { client, id, authenticator } = await createUserWithKey("challenge@example.com");
    const notFound = { status: 422, body: { code: "mfa_factor_not_found" } };
    const { body } = await fixture.challenge(client, id);
    const otherFactor = await createUserWithKey("elsewhere@example.com");
    const response = responseTo(body, authenticator);
    expect(await fixture.verify(otherFactor.client, otherFactor.id, response)).toMatchObject(
      notFound,
    );
    const results = await Promise.all([
      fixture.verify(client, id, response),
      fixture.verify(client, id, response),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(results.find(({ status }) => status === 422)).toMatchObject(notFound);

    const { body: expiredChallenge } = await fixture.challenge(client, id);
    await database.query(sql`
      update auth.mfa_challenges set created_at = created_at - interval '301 seconds'
      where id = ${expiredChallenge.id}`);
    expect(
      await fixture.verify(client, id, responseTo(expiredChallenge, authenticator)),
    ).toMatchObject({
      status: 422,
      body: { code: "mfa_challenge_expired" },
    });
  });

  test("a missing WebAuthn response is refused", async () => {
    const { client, id } = await createUserWithKey("none@example.com");
    const { body } = await fixture.challenge(client, id);
    for (const [webauthn, message] of [
      [undefined, "WebAuthn config required"],
      [{ type: "delete" }, "WebAuthn type must be create or request"],
      [{ type: "request" }, "credential_response required"],
      [{ type: "request", credential_response: { id: "x" } }, "Invalid credential_response"],
    ] as const) {
      const response = await fixture.verify(client, id, { challenge_id: body.id, webauthn });
      expect(response).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
    }
  });
});
