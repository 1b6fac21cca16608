import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

describe("a code", () => {
  test("a code of type email works for sign-up and for magic link", async () => {
    const email = "code@example.com";
    for (const expected of ["confirmation", "magic_link"]) {
      const client = wire.client();
      await client.signInWithOtp({ email });
      const { code, kind } = wire.emailTo(email);
      expect(kind).toBe(expected);
      const { data, error } = await client.verifyOtp({ email, token: code ?? "", type: "email" });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(email);
    }
  });

  test("a code works only for its address, and its hash works once", async () => {
    const email = "hash@example.com";
    await wire.signedIn(email);
    await wire.client().signInWithOtp({ email });
    const { code, link } = wire.emailTo(email);
    const otherAddressResponse = await wire.client().verifyOtp({
      email: "link@example.com",
      token: code ?? "",
      type: "magiclink",
    });
    expect(otherAddressResponse.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Token has expired or is invalid",
    });
    const tokenHash = new URL(link ?? "").searchParams.get("token") ?? "";
    const verifyHash = () => wire.client().verifyOtp({ token_hash: tokenHash, type: "magiclink" });
    expect((await verifyHash()).data.session).not.toBeNull();
    expect((await verifyHash()).error?.message).toBe("Email link is invalid or has expired");
  });

  test("the code of a test number is the configured one, and no message is sent", async () => {
    const withTestNumber = await authFixture(database, {
      auth: { sms: { test_otp: { "4152127777": "123456" } } },
    });
    const client = withTestNumber.client();
    const { data } = await client.signInWithOtp({ phone: "+1 4152127777" });
    expect(data).toMatchObject({ user: null, session: null });
    const phone = "14152127777";
    expect(withTestNumber.texts).toHaveLength(1);
    const secondSignIn = await withTestNumber.client().signInWithOtp({ phone: "4152127777" });
    expect(secondSignIn.error).toBeNull();
    expect(withTestNumber.texts).toHaveLength(1);
    const verification = await client.verifyOtp({
      phone: "4152127777",
      token: "123456",
      type: "sms",
    });
    expect(verification.data.session).not.toBeNull();
    expect((await client.verifyOtp({ phone, token: "123456", type: "sms" })).error).not.toBeNull();
  });

  test("the code of a test number works until the configured time", async () => {
    const config = { auth: { sms: { test_otp: { "4152129999": "123456" } } } };
    const withExpiredTestCodes = await authFixture(database, config, undefined, {
      switches: { testCodesUntil: new Date(Date.now() - 1) },
    });
    const phone = "4152129999";
    expect((await withExpiredTestCodes.post("/otp", { phone })).body).toEqual({});
    expect(withExpiredTestCodes.texts).toHaveLength(1);
    const guess = await withExpiredTestCodes
      .client()
      .verifyOtp({ phone, token: "123456", type: "sms" });
    expect(guess.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("a code sent to a phone does not confirm an e-mail address, and the other way round", async () => {
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
    const message = wire.emailTo("calling@example.com");
    const codeParams = { email: "calling@example.com", token: message.code, type: "sms" };
    expect((await wire.post("/verify", codeParams, apiVersion)).body.code).toBe("otp_expired");
    const hash = new URL(message.link ?? "").searchParams.get("token");
    const hashResponse = await wire.post("/verify", { token_hash: hash, type: "sms" }, apiVersion);
    expect(hashResponse).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Invalid email verification type" },
    });
  });

  test("the code of a test number works for the last account that requested the number", async () => {
    const withTestNumber = await authFixture(database, {
      auth: { sms: { test_otp: { "4152128888": "123456" } } },
    });
    const firstClient = await withTestNumber.signedIn("first-requester@example.com");
    const lastClient = await withTestNumber.signedIn("last-requester@example.com");
    for (const client of [firstClient, lastClient])
      await client.updateUser({ phone: "4152128888" });
    const { data } = await lastClient.verifyOtp({
      phone: "4152128888",
      token: "123456",
      type: "phone_change",
    });
    expect(data.user).toMatchObject({ email: "last-requester@example.com", phone: "4152128888" });
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
  ])("a code sent as %j is refused", async (body, message) => {
    expect(await wire.post("/verify", body, apiVersion)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message },
    });
  });
});
