import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { mfa } from "../../../test/auth/factors.ts";
import { stopRefill } from "../../../test/auth/stopped-refill.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

const smtp = {
  enabled: true,
  host: "localhost",
  port: 25,
  user: "a",
  pass: "b",
  admin_email: "a@example.com",
};

let database: Database;
let withoutCooldowns: AuthFixture;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  withoutCooldowns = await authFixture(database);
  wire = await authFixture(database, {
    auth: { email: { max_frequency: "60s" }, sms: { max_frequency: "60s" } },
  });
  await withoutCooldowns.signedIn("known@example.com");
  await withoutCooldowns.post("/signup", { email: "waiting@example.com", password });
});
afterAll(() => database.close());

type Step = [path: string, body?: object];

/** Sends these requests one at a time, and returns the responses. */
async function sendSteps(address: object, steps: readonly Step[]): Promise<Answer[]> {
  await database.query(sql`delete from portico.sending_clocks`);
  const responses: Answer[] = [];
  for (const [path, body = {}] of steps) {
    responses.push(await wire.post(path, { ...address, ...body }, apiVersion));
  }
  return responses;
}

/**
 * Returns the part of a response that must be the same for every address. The account in a sign-up's response is left
 * out, because another test checks it. On a busy machine some of the sixty seconds may have passed.
 */
const toComparable = ({ status, body, headers }: Answer) => ({
  status,
  body: status === 200 ? undefined : JSON.parse(normalizeSeconds(JSON.stringify(body))),
  retryAfter: normalizeSeconds(headers.get("retry-after") ?? ""),
});

const normalizeSeconds = (text: string) => text.replace(/\b(5\d|60)\b/g, "60");

const recover: Step = ["/recover"];
const otp: Step = ["/otp"];
const signup: Step = ["/signup", { password }];
const resend: Step = ["/resend", { type: "signup" }];

describe("repeated e-mail requests", () => {
  test.each<[string, Step[]]>([
    ["two recoveries", [recover, recover]],
    ["two links", [otp, otp]],
    ["two sign-ups", [signup, signup]],
    ["a sign-up, then the same message again", [signup, resend]],
    ["the same message again, twice", [resend, resend]],
    ["a link, then a recovery", [otp, recover]],
    ["a recovery, then a link", [recover, otp]],
    ["a sign-up, then a link", [signup, otp]],
  ])(
    "%s: the second e-mail request is refused, whether or not the address has an account",
    async (_, steps) => {
      const comparableResponses: object[][] = [];
      const addresses = [
        "known@example.com",
        "waiting@example.com",
        `${crypto.randomUUID()}@example.com`,
      ];
      for (const email of addresses)
        comparableResponses.push((await sendSteps({ email }, steps)).map(toComparable));
      expect(comparableResponses[0]?.[0]).toMatchObject({ status: 200 });
      expect(comparableResponses[0]?.[1]).toEqual({
        status: 429,
        body: {
          code: "over_email_send_rate_limit",
          message: "For security purposes, you can only request this after 60 seconds.",
        },
        retryAfter: "60",
      });
      expect(comparableResponses[1]).toEqual(comparableResponses[0]);
      expect(comparableResponses[2]).toEqual(comparableResponses[0]);
    },
  );

  test("an e-mail can be requested again after the interval, and immediately after confirming", async () => {
    await sendSteps({ email: "known@example.com" }, [recover]);
    await database.query(sql`
      update portico.sending_clocks set sent_at = sent_at - interval '61 seconds'`);
    const repeatedRequest = await wire.post("/recover", { email: "known@example.com" }, apiVersion);
    expect(repeatedRequest.status).toBe(200);

    const client = wire.client();
    await client.signUp({ email: "quick@example.com", password });
    const token = wire.emailTo("quick@example.com").code ?? "";
    await client.verifyOtp({ email: "quick@example.com", token, type: "signup" });
    expect((await client.signInWithOtp({ email: "quick@example.com" })).error).toBeNull();
  });

  test("an e-mail request is not refused because of a time in the future, which a wrong clock has recorded", async () => {
    await sendSteps({ email: "known@example.com" }, [recover]);
    await database.query(sql`
      update portico.sending_clocks set sent_at = sent_at + interval '1 hour'`);
    const requestRecovery = () => wire.post("/recover", { email: "known@example.com" }, apiVersion);
    expect((await requestRecovery()).status).toBe(200);
    expect((await requestRecovery()).status).toBe(429);

    const client = await wire.signedIn("ahead@example.com");
    expect((await client.reauthenticate()).error).toBeNull();
    expect((await client.reauthenticate()).error?.status).toBe(429);
    await database.query(sql`
      update auth.users set reauthentication_sent_at = now() + interval '1 hour'
      where email = 'ahead@example.com'`);
    expect((await client.reauthenticate()).error).toBeNull();
  });

  test("one of many simultaneous e-mail requests is accepted", async () => {
    await database.query(sql`delete from portico.sending_clocks`);
    const email = "crowd@example.com";
    const requests = Array.from({ length: 8 }, () => wire.post("/recover", { email }, apiVersion));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("an e-mail that could not be sent can be requested again immediately, whether or not there is an account", async () => {
    for (const email of ["known@example.com", `${crypto.randomUUID()}@example.com`]) {
      wire.mailServer.isDown = true;
      await sendSteps({ email }, [recover]);
      wire.mailServer.isDown = false;
      expect((await wire.post("/recover", { email }, apiVersion)).status).toBe(200);
    }
  });
});

test("the second text message request is refused, whether or not the number has an account", async () => {
  await withoutCooldowns.post("/signup", { phone: "4520304050", password });
  for (const phone of ["4520304050", "4520304051"]) {
    const [firstResponse, secondResponse] = await sendSteps({ phone }, [otp, otp]);
    expect(firstResponse?.status).toBe(200);
    expect(secondResponse).toMatchObject({
      status: 429,
      body: { code: "over_sms_send_rate_limit" },
    });
  }
});

test("an exhausted quota of the project is reported to every caller with the number of seconds to wait", async () => {
  await stopRefill(database);
  const twilio = { enabled: true, account_sid: "a", message_service_sid: "b", auth_token: "c" };
  const withSmallQuota = await authFixture(database, {
    auth: { rate_limit: { email_sent: 2, sms_sent: 1 }, email: { smtp }, sms: { twilio }, mfa },
  });
  const addresses = [
    "known@example.com",
    "known@example.com",
    "known@example.com",
    "nobody@example.com",
  ];
  const responses = await Promise.all(
    addresses.slice(0, 2).map((email) => withSmallQuota.post("/recover", { email }, apiVersion)),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  for (const email of addresses.slice(2)) {
    const refusal = await withSmallQuota.post("/recover", { email }, apiVersion);
    expect(refusal).toMatchObject({
      status: 429,
      body: {
        code: "over_email_send_rate_limit",
        message: "email rate limit exceeded, try again in 1800 seconds",
      },
    });
    expect(refusal.headers.get("retry-after")).toBe("1800");
  }
  const requestCode = () => withSmallQuota.post("/otp", { phone: "4520304060" }, apiVersion);
  expect((await requestCode()).status).toBe(200);
  const quotaError = {
    status: 429,
    body: {
      code: "over_sms_send_rate_limit",
      message: "SMS rate limit exceeded, try again in 3600 seconds",
    },
  };
  expect(await requestCode()).toMatchObject(quotaError);
  // The code of a phone factor also counts against the quota.
  const withoutQuota = await authFixture(database, { auth: { mfa } });
  const owner = await withoutQuota.signedIn("factor@example.com");
  const { data: factor } = await owner.mfa.enroll({ factorType: "phone", phone: "+4520304061" });
  const { data: ownerSession } = await owner.getSession();
  const headers = { authorization: `Bearer ${ownerSession.session?.access_token}`, ...apiVersion };
  expect(await withSmallQuota.post(`/factors/${factor?.id}/challenge`, {}, headers)).toMatchObject(
    quotaError,
  );
});
