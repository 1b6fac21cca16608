import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { mfa } from "../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

const twilio = {
  enabled: true,
  account_sid: "AC1",
  message_service_sid: "MG1",
  auth_token: "none",
};

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, { auth: { mfa, sms: { twilio } } });
});
afterAll(() => database.close());

const newestMessage = () => {
  const { to, messenger } = wire.texts.at(-1) ?? {};
  return { to, messenger };
};

test("a code is sent by WhatsApp if it is requested and Twilio sends it", async () => {
  const whatsAppOptions = { channel: "whatsapp" } as const;
  const signUp = { phone: "+447700900001", password, options: whatsAppOptions };
  expect((await wire.client().signUp(signUp)).error).toBeNull();
  expect(newestMessage()).toEqual({ to: "447700900001", messenger: "whatsapp" });

  const signIn = { phone: "+447700900002", options: whatsAppOptions };
  expect((await wire.client().signInWithOtp(signIn)).error).toBeNull();
  expect(newestMessage()).toEqual({ to: "447700900002", messenger: "whatsapp" });
  expect((await wire.client().signInWithOtp({ phone: "+447700900003" })).error).toBeNull();
  expect(newestMessage()).toEqual({ to: "447700900003", messenger: undefined });

  const client = await wire.signedIn("whatsapp@example.com");
  const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+447700900004" });
  await client.mfa.challenge({ factorId: data?.id ?? "", channel: "whatsapp" });
  expect(newestMessage()).toEqual({ to: "447700900004", messenger: "whatsapp" });
});

test("another channel is refused", async () => {
  const { body } = await wire.post("/otp", { phone: "+447700900005", channel: "pigeon" });
  expect(body).toMatchObject({ error_code: "validation_failed" });
});
