import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bearer,
  claimsOf,
  type FactorFixture,
  factorFixture,
  mfa,
} from "../../../../test/auth/factors.ts";
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

describe("phone factor", () => {
  test("a phone factor is verified by its code", async () => {
    const client = await fixture.wire.signedIn("texts@example.com");
    const { data: enrollment, error } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "Mobile",
      phone: "+45 20 30 40 50",
    });
    expect(error).toBeNull();
    expect(enrollment).toEqual({
      id: expect.any(String),
      type: "phone",
      friendly_name: "Mobile",
      phone: "+45 20 30 40 50",
    });
    const factorId = enrollment?.id ?? "";
    const { data: challenge } = await client.mfa.challenge({ factorId, channel: "sms" });
    expect(challenge).toMatchObject({ type: "phone", expires_at: expect.any(Number) });
    const message = fixture.wire.texts.at(-1);
    expect(message).toEqual({
      channel: "sms",
      to: "4520304050",
      text: `${message?.code} proves that it is you`,
      code: expect.stringMatching(/^\d{6}$/),
    });
    const { rows } = await database.query<{ otp_code: string }>(
      sql`select otp_code from auth.mfa_challenges where id = ${challenge?.id}`,
    );
    expect(rows[0]?.otp_code).not.toContain(message?.code);

    const challengeId = challenge?.id ?? "";
    const wrongCode = String((Number(message?.code) + 1) % 1_000_000).padStart(6, "0");
    expect(
      (await client.mfa.verify({ factorId, challengeId, code: wrongCode })).error,
    ).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid MFA Phone code entered",
    });
    const code = message?.code ?? "";
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/phone" }, { method: "otp" }],
    });
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
      code: "mfa_ip_address_mismatch",
    });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.phone).toMatchObject([{ phone: "4520304050", status: "verified" }]);
  });

  test("a phone code is accepted only for its own challenge", async () => {
    const client = await fixture.wire.signedIn("crossed@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304051" });
    const factorId = data?.id ?? "";
    const firstChallenge = await client.mfa.challenge({ factorId });
    const code = fixture.wire.texts.at(-1)?.code ?? "";
    const secondChallenge = await client.mfa.challenge({ factorId });
    if (fixture.wire.texts.at(-1)?.code === code) return;
    const mismatch = await client.mfa.verify({
      factorId,
      challengeId: secondChallenge.data?.id ?? "",
      code,
    });
    expect(mismatch.error).toMatchObject({ code: "mfa_verification_failed" });
    const verification = await client.mfa.verify({
      factorId,
      challengeId: firstChallenge.data?.id ?? "",
      code,
    });
    expect(verification.error).toBeNull();
  });

  test("a phone factor gets codes of the configured length, at limited intervals", async () => {
    const limitedWire = await fixture.withMfa({
      ...mfa,
      phone: { ...mfa.totp, otp_length: 8, max_frequency: "1m" },
    });
    const client = await limitedWire.signedIn("often@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304052" });
    const factorId = data?.id ?? "";
    expect((await client.mfa.challenge({ factorId })).error).toBeNull();
    expect(limitedWire.texts.at(-1)?.text).toMatch(/^Your code is \d{8}$/);
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 429,
      code: "over_sms_send_rate_limit",
      message: expect.stringMatching(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      ),
    });
  });

  test("a phone factor that could not be reached may request the next code immediately", async () => {
    const limitedWire = await fixture.withMfa({
      ...mfa,
      phone: { ...mfa.totp, max_frequency: "1m" },
    });
    const client = await limitedWire.signedIn("unreachable@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304056" });
    const factorId = data?.id ?? "";
    limitedWire.mailServer.isDown = true;
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 500,
      message: "error sending message",
    });
    limitedWire.mailServer.isDown = false;
    expect((await client.mfa.challenge({ factorId })).error).toBeNull();
  });

  test("a phone number can be enrolled once, and again while it is unverified", async () => {
    const client = await fixture.wire.signedIn("twice@example.com");
    const phone = "+4520304053";
    const enroll = (friendlyName: string) =>
      client.mfa.enroll({ factorType: "phone", friendlyName, phone });
    await enroll("one");
    const { data } = await enroll("one");
    const factorId = data?.id ?? "";
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);
    const { data: challenge } = await client.mfa.challenge({ factorId });
    const code = fixture.wire.texts.at(-1)?.code ?? "";
    await client.mfa.verify({ factorId, challengeId: challenge?.id ?? "", code });
    expect((await enroll("two")).error).toMatchObject({
      status: 422,
      code: "mfa_verified_factor_exists",
      message: "A verified phone factor already exists, unenroll the existing factor to continue",
    });
  });

  test.each([
    ["", "Phone number required to enroll Phone factor"],
    ["12 ab", "Invalid phone number format (E.164 required)"],
  ])("a phone factor refuses the phone number %j", async (phone, message) => {
    const client = await fixture.wire.signedIn(`number-${phone.length}@example.com`);
    const response = await fixture.wire.post(
      "/factors",
      { factor_type: "phone", phone },
      await bearer(client),
    );
    expect(response).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
  });

  test("a phone factor accepts only the channel SMS", async () => {
    const client = await fixture.wire.signedIn("channel@example.com");
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304054" });
    const { error } = await client.mfa.challenge({ factorId: data?.id ?? "", channel: "whatsapp" });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});
