import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import { createAuthenticator, type Fault } from "../../../../test/auth/authenticator.ts";
import { bearer, codeOf, enrollTotp, mfa, sessionOf } from "../../../../test/auth/factors.ts";
import { type PasskeyFixture, passkeyFixture } from "../../../../test/auth/passkeys.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: PasskeyFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await passkeyFixture(database, { enable_anonymous_sign_ins: true, mfa });
});
afterAll(() => database.close());

const refusedCredential = {
  code: "webauthn_verification_failed",
  message: "Credential verification failed",
};

describe("options", () => {
  test("registration options require a discoverable credential", async () => {
    const client = await wire.signedIn("options@example.com");
    const { user } = await sessionOf(client);
    const { data, error } = await client.passkey.startRegistration();
    expect(error).toBeNull();
    expect(data).toEqual({
      challenge_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      options: {
        rp: { name: "Portico", id: "localhost" },
        user: {
          id: Buffer.from(user.id).toString("base64url"),
          name: "options@example.com",
          displayName: "options@example.com",
        },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8].map((alg) => ({
          type: "public-key",
          alg,
        })),
        timeout: 300_000,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
      expires_at: expect.closeTo(Date.now() / 1000 + 300, -1),
    });
  });

  test("registration options contain the user's name and exclude existing passkeys", async () => {
    const client = await wire.signedIn("named@example.com");
    await client.updateUser({ data: { name: "Grace Hopper" } });
    const authenticator = createAuthenticator();
    await wire.register(client, authenticator);
    const { data } = await client.passkey.startRegistration();
    expect(data?.options.user.displayName).toBe("Grace Hopper");
    expect(data?.options.excludeCredentials).toEqual([
      { type: "public-key", id: authenticator.credentialId },
    ]);
  });
});

describe("a new passkey", () => {
  test("a new passkey is named after its authenticator and stored in the format of supabase/auth", async () => {
    const client = await wire.signedIn("model@example.com");
    const knownAaguid = "ea9b8d664d011d213ce4b6b48cb575d4";
    const authenticator = createAuthenticator({ aaguid: knownAaguid, isBackupEligible: true });
    expect(await wire.tryRegister(client, authenticator)).toMatchObject({
      status: 200,
      body: { friendly_name: "Google Password Manager", created_at: expect.any(String) },
    });
    await wire.register(client, createAuthenticator({ aaguid: "f".repeat(32) }));
    const { user } = await sessionOf(client);
    const { rows } = await database.query(sql`
      select friendly_name, aaguid, sign_count, transports, backup_eligible, backed_up,
        attestation_type, encode(credential_id, 'base64') as credential_id
      from auth.webauthn_credentials where user_id = ${user.id} order by created_at`);
    expect(rows).toMatchObject([
      {
        friendly_name: "Google Password Manager",
        aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
        sign_count: 0,
        transports: ["usb"],
        backup_eligible: true,
        backed_up: false,
        attestation_type: "none",
        credential_id: Buffer.from(authenticator.credentialId, "base64url").toString("base64"),
      },
      { friendly_name: "Passkey" },
    ]);
  });

  test("a new passkey is refused unless it responds to this challenge from this origin", async () => {
    const client = await wire.signedIn("faults@example.com");
    const faults: Fault[] = [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
      { type: "webauthn.get" },
      { isAbsent: true },
      { isUnverified: true },
    ];
    for (const fault of faults) {
      const response = await wire.tryRegister(client, createAuthenticator(), fault);
      expect({ fault, ...response }).toMatchObject({ fault, status: 400, body: refusedCredential });
    }
    expect((await client.passkey.list()).data).toEqual([]);
  });

  test("a passkey of another user cannot be registered", async () => {
    const authenticator = createAuthenticator();
    await wire.register(await wire.signedIn("first@example.com"), authenticator);
    const secondClient = await wire.signedIn("second@example.com");
    expect(await wire.tryRegister(secondClient, authenticator)).toMatchObject({
      status: 422,
      body: {
        code: "webauthn_credential_exists",
        message: "This credential is already registered",
      },
    });
  });

  test("a user can have at most ten passkeys", async () => {
    const client = await wire.signedIn("many@example.com");
    const { data: earlyOptions } = await client.passkey.startRegistration();
    for (let count = 0; count < 10; count++) await wire.register(client, createAuthenticator());
    const tooMany = {
      status: 422,
      code: "too_many_passkeys",
      message: "Maximum number of passkeys reached",
    };
    expect((await client.passkey.startRegistration()).error).toMatchObject(tooMany);
    if (!earlyOptions) throw new Error("The request returned no options.");
    const credential = createAuthenticator().create(earlyOptions.options);
    const lateResponse = { challengeId: earlyOptions.challenge_id, credential };
    expect((await client.passkey.verifyRegistration(lateResponse)).error).toMatchObject(tooMany);
  });
});

describe("the challenge", () => {
  const notFound = {
    status: 400,
    body: {
      code: "webauthn_challenge_not_found",
      message: "Challenge not found or already used",
    },
  };

  test("a registration challenge is accepted once, for its user, and only for a registration", async () => {
    const client = await wire.signedIn("challenge@example.com");
    const headers = await bearer(client);
    const path = "/passkeys/registration/verify";
    const { body } = await wire.post("/passkeys/registration/options", {}, headers);
    const credential = createAuthenticator().create(body.options);
    const response = { challenge_id: body.challenge_id, credential };

    const stranger = await wire.signedIn("stranger@example.com");
    expect(await wire.post(path, response, await bearer(stranger))).toMatchObject(notFound);
    const signInResponse = await wire.post("/passkeys/authentication/verify", response, apiVersion);
    expect(signInResponse).toMatchObject(notFound);

    const results = await Promise.all([
      wire.post(path, response, headers),
      wire.post(path, response, headers),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(results.find(({ status }) => status === 400)).toMatchObject(notFound);
  });

  test("a registration challenge is used up by an invalid response", async () => {
    const client = await wire.signedIn("used@example.com");
    const headers = await bearer(client);
    const path = "/passkeys/registration/verify";
    const { body } = await wire.post("/passkeys/registration/options", {}, headers);
    const malformedParams = { challenge_id: body.challenge_id, credential: { id: "x" } };
    expect(await wire.post(path, malformedParams, headers)).toMatchObject({
      status: 400,
      body: { code: "webauthn_verification_failed", message: "Invalid credential response" },
    });
    const credential = createAuthenticator().create(body.options);
    const response = { challenge_id: body.challenge_id, credential };
    expect(await wire.post(path, response, headers)).toMatchObject(notFound);
  });

  test("a registration challenge expires after five minutes", async () => {
    const client = await wire.signedIn("late@example.com");
    const headers = await bearer(client);
    const { body } = await wire.post("/passkeys/registration/options", {}, headers);
    await database.query(sql`
      update auth.webauthn_challenges set expires_at = expires_at - interval '5 minutes'
      where id = ${body.challenge_id}`);
    const credential = createAuthenticator().create(body.options);
    const response = { challenge_id: body.challenge_id, credential };
    expect(await wire.post("/passkeys/registration/verify", response, headers)).toMatchObject({
      status: 400,
      body: { code: "webauthn_challenge_expired", message: "Challenge has expired" },
    });
  });

  test("a registration requires a challenge id", async () => {
    const headers = await bearer(await wire.signedIn("missing@example.com"));
    for (const [body, message] of [
      [{}, "challenge_id is required"],
      [{ challenge_id: "1" }, "credential is required"],
      [{ challenge_id: "1", credential: {} }, "challenge_id must be a valid UUID"],
    ] as const) {
      const response = await wire.post("/passkeys/registration/verify", body, headers);
      expect(response).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
    }
  });
});

describe("callers who are refused", () => {
  test.each(["options", "verify"])(
    "the registration endpoint %s is refused to callers without a session, guests and SSO users",
    async (step) => {
      const path = `/passkeys/registration/${step}`;
      expect(await wire.post(path, {}, apiVersion)).toMatchObject({
        status: 401,
        body: { code: "no_authorization" },
      });
      const guest = wire.client();
      await guest.signInAnonymously();
      expect(await wire.post(path, {}, await bearer(guest))).toMatchObject({
        status: 403,
        body: {
          code: "no_authorization",
          message: "Anonymous user not allowed to perform these actions",
        },
      });
      const client = await wire.signedIn(`sso-${step}@example.com`);
      const { user } = await sessionOf(client);
      await database.query(sql`update auth.users set is_sso_user = true where id = ${user.id}`);
      expect(await wire.post(path, {}, await bearer(client))).toMatchObject({
        status: 422,
        body: { code: "validation_failed", message: "SSO users cannot register passkeys" },
      });
    },
  );

  test("registration is refused to a session without the account's second factor", async () => {
    const client = await wire.signedIn("factor@example.com");
    const id = await wire.register(client, createAuthenticator());
    const factor = await enrollTotp(client);
    const code = codeOf(factor.secret);
    await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    const authenticator = createAuthenticator();
    await wire.register(client, authenticator);
    const { body } = await wire.trySignIn(authenticator);
    const headers = { authorization: `Bearer ${body.access_token}`, ...apiVersion };
    const insufficient = {
      status: 403,
      body: {
        code: "insufficient_aal",
        message: "AAL2 session is required to manage passkeys when MFA is enabled",
      },
    };
    for (const step of ["options", "verify"]) {
      const response = await wire.post(`/passkeys/registration/${step}`, {}, headers);
      expect(response).toMatchObject(insufficient);
    }
    const deletionResponse = await wire.app.request(`/passkeys/${id}`, {
      method: "DELETE",
      headers,
    });
    expect({ status: deletionResponse.status, body: await deletionResponse.json() }).toEqual(
      insufficient,
    );
    expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull();
  });

  test("passkey endpoints are refused if the project disables passkeys", async () => {
    const withoutPasskeys = await authFixture(database);
    expect((await withoutPasskeys.get("/settings")).body.passkeys_enabled).toBe(false);
    expect((await wire.get("/settings")).body.passkeys_enabled).toBe(true);
    for (const [method, path] of [
      ["POST", "registration/options"],
      ["POST", "registration/verify"],
      ["POST", "authentication/options"],
      ["POST", "authentication/verify"],
      ["GET", ""],
      ["PATCH", "x"],
      ["DELETE", "x"],
    ]) {
      const url = path === "" ? "/passkeys" : `/passkeys/${path}`;
      const response = await withoutPasskeys.app.request(url, {
        method: `${method}`,
        headers: apiVersion,
      });
      expect({ url, status: response.status, body: await response.json() }).toEqual({
        url,
        status: 404,
        body: { code: "passkey_disabled", message: "Passkeys are disabled" },
      });
    }
  });
});
