import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, silentLog } from "../../../../test/auth/auth-fixture.ts";
import {
  bearer,
  claimsOf,
  codeOf,
  enrollTotp,
  type FactorFixture,
  factorFixture,
  wrongCode,
} from "../../../../test/auth/factors.ts";
import { stopRefill } from "../../../../test/auth/stopped-refill.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";
import { createMailer } from "../../../mail/mailer.ts";
import { createOutbox } from "../../../mail/outbox.ts";
import { type Email, MailError } from "../../../mail/transport.ts";
import { createAuth } from "../../app.ts";
import { qrCode } from "../../factors/qr-code.ts";

let database: Database;
let fixture: FactorFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await factorFixture(database);
});
afterAll(() => database.close());

describe("TOTP", () => {
  test("enrolling TOTP returns a secret, its URI and the URI as a QR code", async () => {
    const client = await fixture.wire.signedIn("enrol@example.com");
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
        qr_code: expect.any(String),
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
    expect(data?.totp.qr_code).toBe(`data:image/svg+xml;utf-8,${qrCode(data?.totp.uri ?? "")}`);

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

  test("a TOTP URI names the site unless the application sets an issuer", async () => {
    const client = await fixture.wire.signedIn("issuer@example.com");
    const { data } = await enrollTotp(client);
    expect(new URL(data.totp.uri).searchParams.get("issuer")).toBe("localhost:3000");
  });

  test("verifying TOTP raises the session's assurance level", async () => {
    const client = await fixture.wire.signedIn("raise@example.com");
    const { id, secret } = await enrollTotp(client);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const requestedAt = Math.floor(Date.now() / 1000);
    const { data: challenge } = await client.mfa.challenge({ factorId: id });
    expect(challenge).toEqual({
      id: expect.any(String),
      type: "totp",
      expires_at: expect.any(Number),
    });
    const expiresAt = challenge?.expires_at ?? 0;
    expect(expiresAt).toBeGreaterThanOrEqual(requestedAt + 299);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() / 1000 + 301);

    const { data, error } = await client.mfa.verify({
      factorId: id,
      challengeId: challenge?.id ?? "",
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
    const { data: refreshedSession } = await client.refreshSession();
    expect(decodeJwt(refreshedSession.session?.access_token ?? "")).toMatchObject({ aal: "aal2" });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.totp.map((factor) => factor.id)).toEqual([id]);
  });

  test("every sign-in requires TOTP again", async () => {
    const { id, secret } = await fixture.withTotp("again@example.com");
    const client = await fixture.signIn("again@example.com");
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    const { error } = await client.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(secret, 1),
    });
    expect(error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
  });

  test("verifying TOTP ends only the sessions without it", async () => {
    const client = await fixture.wire.signedIn("others@example.com");
    const idleClient = await fixture.signIn("others@example.com");
    const { id, secret } = await enrollTotp(client);
    await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect((await idleClient.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });

    const secondClient = await fixture.signIn("others@example.com");
    await secondClient.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });
    expect((await client.getUser()).error).toBeNull();
  });

  test("verifying TOTP invalidates earlier refresh tokens, even within the reuse interval", async () => {
    const { client, earlierSession } = await fixture.withTotp("before@example.com");
    expect(await refresh(earlierSession.refresh_token)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_not_found" },
    });
    expect((await client.refreshSession()).error).toBeNull();
    expect((await claimsOf(client))["aal"]).toBe("aal2");
  });

  test("a TOTP secret is encrypted in the table and bound to its row", async () => {
    const { client, id, secret } = await fixture.withTotp("sealed@example.com");
    const readStoredSecret = async (factorId: string) => {
      const { rows } = await database.query<{ secret: string }>(sql`
        select secret from auth.mfa_factors where id = ${factorId}`);
      return rows[0]?.secret ?? "";
    };
    expect(await readStoredSecret(id)).toMatch(/^v1\./);
    expect(await readStoredSecret(id)).not.toContain(secret);
    const verifyCode = () =>
      client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });

    const otherFactor = await fixture.withTotp("other-seal@example.com");
    const storedSecret = await readStoredSecret(id);
    const storeSecret = (value: string) =>
      database.query(sql`update auth.mfa_factors set secret = ${value} where id = ${id}`);
    await storeSecret(await readStoredSecret(otherFactor.id));
    expect((await verifyCode()).error).toMatchObject({ status: 500 });
    await storeSecret(storedSecret.replace(/.$/, (last) => (last === "A" ? "Q" : "A")));
    expect((await verifyCode()).error).toMatchObject({ status: 500 });

    // A secret in plain text, as the hosted service exports it, works and is then encrypted.
    await storeSecret(secret);
    expect((await verifyCode()).error).toBeNull();
    expect(await readStoredSecret(id)).toMatch(/^v1\./);
  });

  test("a wrong TOTP code does not verify the factor and does not use up the challenge", async () => {
    const client = await fixture.wire.signedIn("wrong@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await fixture.challenge(client, id);
    const refusal = await fixture.verify(client, id, {
      challenge_id: body.id,
      code: wrongCode(secret),
    });
    expect(refusal).toMatchObject({
      status: 422,
      body: { code: "mfa_verification_failed", message: "Invalid TOTP code entered" },
    });
    for (const code of [codeOf(secret, -3), codeOf(secret, 3), codeOf(secret).slice(1)]) {
      expect((await fixture.verify(client, id, { challenge_id: body.id, code })).status).toBe(422);
    }
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
    const response = await fixture.verify(client, id, {
      challenge_id: body.id,
      code: codeOf(secret),
    });
    expect(response.status).toBe(200);
  });

  test("a TOTP code and a challenge are accepted once", async () => {
    const client = await fixture.wire.signedIn("once@example.com");
    const { id, secret } = await enrollTotp(client);
    const code = codeOf(secret);
    const { body: challenge } = await fixture.challenge(client, id);
    const responses = await Promise.all(
      [1, 2, 3].map(() => fixture.verify(client, id, { challenge_id: challenge.id, code })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(responses.find(({ status }) => status === 422)?.body).toEqual({
      code: "mfa_ip_address_mismatch",
      message: "Challenge and verify IP addresses mismatch.",
    });
    const { body: nextChallenge } = await fixture.challenge(client, id);
    const repeatedCode = { challenge_id: nextChallenge.id, code };
    expect((await fixture.verify(client, id, repeatedCode)).body).toEqual({
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
    const nextCode = { challenge_id: nextChallenge.id, code: codeOf(secret, 1) };
    expect((await fixture.verify(client, id, nextCode)).status).toBe(200);
  });

  test("a TOTP challenge expires after five minutes", async () => {
    const client = await fixture.wire.signedIn("late@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await fixture.challenge(client, id);
    await database.query(sql`
      update auth.mfa_challenges set created_at = created_at - interval '301 seconds'
      where id = ${body.id}`);
    const params = { challenge_id: body.id, code: codeOf(secret) };
    expect(await fixture.verify(client, id, params)).toMatchObject({
      status: 422,
      body: {
        code: "mfa_challenge_expired",
        message: `MFA challenge ${body.id} has expired, verify against another challenge or create a new challenge.`,
      },
    });
    expect((await fixture.verify(client, id, params)).body).toEqual({
      code: "mfa_factor_not_found",
      message: "MFA factor with the provided challenge ID not found",
    });
  });

  test("a TOTP challenge must be verified from the address that created it", async () => {
    const client = await fixture.wire.signedIn("elsewhere@example.com");
    const { id, secret } = await enrollTotp(client);
    const headers = { "x-forwarded-for": "203.0.113.1" };
    const { body } = await fixture.challenge(client, id, headers);
    const params = { challenge_id: body.id, code: codeOf(secret) };
    const otherAddress = { "x-forwarded-for": "203.0.113.2" };
    expect((await fixture.verify(client, id, params, otherAddress)).body).toMatchObject({
      code: "mfa_ip_address_mismatch",
    });
    expect((await fixture.verify(client, id, params, headers)).status).toBe(200);
  });

  test("a TOTP code cannot be guessed, even from many addresses", async () => {
    await stopRefill(database);
    const client = await fixture.wire.signedIn("guess@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await fixture.challenge(client, id);
    const wrongAttempt = { challenge_id: body.id, code: wrongCode(secret) };
    const statuses = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await fixture.verify(client, id, wrongAttempt)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    expect(
      await fixture.verify(client, id, { ...wrongAttempt, code: codeOf(secret) }),
    ).toMatchObject({
      status: 429,
      body: {
        code: "over_request_rate_limit",
        message: "Request rate limit reached, try again in 30 seconds",
      },
    });
  });

  test("failed TOTP attempts are limited per day", async () => {
    const client = await fixture.wire.signedIn("patient@example.com");
    const { id, secret } = await enrollTotp(client);
    const { body } = await fixture.challenge(client, id);
    const attempt = (code: string) => fixture.verify(client, id, { challenge_id: body.id, code });
    const refill = () =>
      database.query(sql`
        update portico.rate_limits set refilled_at = refilled_at - interval '300 seconds'
        where bucket = ${`factor ${id}`}`);
    expect((await attempt(wrongCode(secret))).status).toBe(422);
    await database.query(sql`
      update portico.rate_limits set tokens = 1.5 where bucket = ${`factor_tries ${id}`}`);
    await refill();
    expect((await attempt(codeOf(secret))).status).toBe(200);
    const { body: nextChallenge } = await fixture.challenge(client, id);
    const wrongAttempt = { challenge_id: nextChallenge.id, code: wrongCode(secret) };
    const statuses = [];
    for (let count = 0; count < 2; count++) {
      await refill();
      statuses.push((await fixture.verify(client, id, wrongAttempt)).status);
    }
    expect(statuses).toEqual([422, 422]);
    await database.query(sql`
      update portico.rate_limits set tokens = 0 where bucket = ${`factor_tries ${id}`}`);
    await refill();
    expect(await fixture.verify(client, id, wrongAttempt)).toMatchObject({
      status: 429,
      body: { code: "over_request_rate_limit" },
    });
  });
});

test("a verified TOTP factor is reported by e-mail if the project enables that, and is accepted even if the message cannot be sent", async () => {
  const messages: Email[] = [];
  const mailServer = { isDown: false };
  const builtIn = { subject: undefined, html: undefined };
  const mailer = createMailer({
    config: fixture.wire.auth.config,
    templates: {},
    notifications: { mfa_factor_enrolled: builtIn, mfa_factor_unenrolled: builtIn },
    emailTransport: {
      send: async (email) => {
        if (mailServer.isDown) throw new MailError("The mail server is down.");
        messages.push(email);
      },
    },
    textTransport: { send: async () => {} },
  });
  const outbox = createOutbox({ database, log: silentLog });
  const { app } = createAuth({ ...fixture.wire.auth, outbox, mailer });
  const client = await fixture.wire.signedIn("notified@example.com");
  const headers = { ...(await bearer(client)), "content-type": "application/json" };
  const verifyCode = async (factor: { id: string; secret: string }) => {
    const { body } = await fixture.challenge(client, factor.id);
    return app.request(`/factors/${factor.id}/verify`, {
      method: "POST",
      headers,
      body: JSON.stringify({ challenge_id: body.id, code: codeOf(factor.secret) }),
    });
  };
  const factor = await enrollTotp(client, "one");
  expect((await verifyCode(factor)).status).toBe(200);
  await app.request(`/factors/${factor.id}`, { method: "DELETE", headers });
  expect(messages.map(({ kind, to }) => ({ kind, to }))).toEqual([
    { kind: "mfa_factor_enrolled", to: "notified@example.com" },
    { kind: "mfa_factor_unenrolled", to: "notified@example.com" },
  ]);
  expect(messages[0]?.text).toContain("an authenticator app");

  mailServer.isDown = true;
  expect((await verifyCode(await enrollTotp(client, "two"))).status).toBe(200);
});

test("the TOTP challenges of one address are limited", async () => {
  await stopRefill(database);
  const client = await fixture.wire.signedIn("flood@example.com");
  const { id } = await enrollTotp(client);
  const headers = { "x-forwarded-for": "203.0.113.50" };
  const statuses = new Set<number>();
  for (let count = 0; count < 30; count++)
    statuses.add((await fixture.challenge(client, id, headers)).status);
  expect([...statuses]).toEqual([200]);
  expect((await fixture.challenge(client, id, headers)).status).toBe(429);
  expect((await fixture.challenge(client, id)).status).toBe(200);
});

const refresh = (token: string) =>
  fixture.wire.post("/token?grant_type=refresh_token", { refresh_token: token }, apiVersion);
