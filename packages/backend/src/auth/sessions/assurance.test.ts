import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authFixture } from "../../../test/auth/auth-fixture.ts";
import {
  bearer,
  claimsOf,
  codeOf,
  enrollTotp,
  type FactorFixture,
  factorFixture,
  mfa,
  sessionOf,
} from "../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let fixture: FactorFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await factorFixture(database);
});
afterAll(() => database.close());

describe("removing a factor", () => {
  test("removing a factor lowers the assurance level of its sessions", async () => {
    const { client, id } = await fixture.withTotp("give-up@example.com");
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

  test("removing a verified factor requires aal2, unlike removing an unverified one", async () => {
    const { id } = await fixture.withTotp("keep@example.com");
    const thief = await fixture.signIn("keep@example.com");
    expect((await thief.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
      message: "AAL2 required to unenroll verified factor",
    });
    const client = await fixture.wire.signedIn("never@example.com");
    const unverifiedFactor = await enrollTotp(client);
    expect((await client.mfa.unenroll({ factorId: unverifiedFactor.id })).error).toBeNull();
  });
});

describe("operations that require the second factor", () => {
  test("a new password, address or phone number requires the second factor, and user metadata does not", async () => {
    const { client, id, secret } = await fixture.withTotp("change@example.com");
    const aal1Client = await fixture.signIn("change@example.com");
    for (const change of [
      { password: "another horse" },
      { email: "changed@example.com" },
      { phone: "+4520304055" },
    ]) {
      expect((await aal1Client.updateUser(change)).error).toMatchObject({
        status: 401,
        code: "insufficient_aal",
        message: "AAL2 session is required to update email or password when MFA is enabled.",
      });
    }
    const unchangedEmailResponse = await aal1Client.updateUser({
      email: "change@example.com",
      data: { colour: "green" },
    });
    expect(unchangedEmailResponse.error).toBeNull();
    expect(unchangedEmailResponse.data.user?.factors).toMatchObject([{ id, status: "verified" }]);
    await aal1Client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) });
    expect((await aal1Client.updateUser({ password: "another horse" })).error).toBeNull();
    expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  test("enrolling another factor requires the second factor", async () => {
    await fixture.withTotp("another@example.com");
    const aal1Client = await fixture.signIn("another@example.com");
    const { error } = await aal1Client.mfa.enroll({ factorType: "totp", friendlyName: "thief's" });
    expect(error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
      message: "AAL2 required to enroll a new factor",
    });
  });

  test("verifying a factor that was enrolled before the first verified one requires the second factor", async () => {
    const client = await fixture.wire.signedIn("before@example.com");
    const thief = await fixture.signIn("before@example.com");
    const { data: enrollment } = await thief.mfa.enroll({
      factorType: "phone",
      friendlyName: "thief's",
      phone: "+4520304051",
    });
    const factorId = enrollment?.id ?? "";
    // With a challenge, the unverified factor is kept for a day.
    await thief.mfa.challenge({ factorId });
    const { id, secret } = await enrollTotp(client);
    await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });

    const aal1Client = await fixture.signIn("before@example.com");
    const verifyPhone = async (factorClient: typeof client) => {
      const { data } = await factorClient.mfa.challenge({ factorId });
      const code = fixture.wire.texts.at(-1)?.code ?? "";
      return (await factorClient.mfa.verify({ factorId, challengeId: data?.id ?? "", code })).error;
    };
    expect(await verifyPhone(aal1Client)).toMatchObject({
      status: 403,
      code: "insufficient_aal",
      message: "AAL2 required to verify a new factor",
    });
    expect((await aal1Client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
    expect(await verifyPhone(client)).toBeNull();
  });
});

test("neither a code nor a recovery code continues a session that has expired", async () => {
  const { client, id, secret } = await fixture.withTotp("over@example.com");
  const { data: recovery } = await client.mfa.recoveryCodes.generate();
  const headers = await bearer(client);
  const strict = await authFixture(database, { auth: { mfa, sessions: { timebox: "1h" } } });
  const { body: challenge } = await strict.post(`/factors/${id}/challenge`, {}, headers);
  await database.query(sql`
    update auth.sessions set created_at = now() - interval '2 hours'
    where id = ${(await claimsOf(client))["session_id"]}`);
  const expired = { status: 400, body: { code: "session_expired" } };
  const byApp = { challenge_id: challenge.id, code: codeOf(secret, 1) };
  expect(await strict.post(`/factors/${id}/verify`, byApp, headers)).toMatchObject(expired);
  const byPaper = { code: recovery?.codes[0] };
  expect(await strict.post("/factors/recovery-codes/verify", byPaper, headers)).toMatchObject(
    expired,
  );
  expect((await client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 10 });
});

test("an administrator can see which users have a second factor", async () => {
  const { client, id } = await fixture.withTotp("seen@example.com");
  const path = `/admin/users/${(await sessionOf(client)).user.id}`;
  const headers = {
    authorization: `Bearer ${fixture.wire.auth.keys.serviceRole}`,
    "content-type": "application/json",
  };
  const factors = [{ id, status: "verified", factor_type: "totp" }];
  expect((await fixture.wire.get(path, headers)).body).toMatchObject({ factors });
  const body = JSON.stringify({ user_metadata: { colour: "green" } });
  const response = await fixture.wire.app.request(path, { method: "PUT", headers, body });
  expect(await response.json()).toMatchObject({ factors });
});
