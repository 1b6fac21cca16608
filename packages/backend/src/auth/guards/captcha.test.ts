import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { type OutsideServer, openOutsideServer } from "../../../test/servers/outside-server.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let provider: OutsideServer;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  provider = await openOutsideServer();
  const captcha = { enabled: true, provider: "turnstile", secret: " a secret " } as const;
  const config = { auth: { captcha, enable_anonymous_sign_ins: true } };
  wire = await authFixture(database, config, undefined, { captchaUrl: provider.url });
  provider.answer = ({ body }) => {
    const isSolved = new URLSearchParams(body).get("response") === "solved";
    return { body: isSolved ? { success: true } : { success: false, "error-codes": ["a", "b"] } };
  };
});
afterEach(() => {
  provider.requests.length = 0;
});
afterAll(async () => {
  await provider.close();
  await database.close();
});

const guardedRequests: [string, object][] = [
  ["/signup", { email: "ada@example.com", password }],
  ["/signup", {}],
  ["/token?grant_type=password", { email: "ada@example.com", password }],
  ["/otp", { email: "ada@example.com" }],
  ["/magiclink", { email: "ada@example.com" }],
  ["/recover", { email: "ada@example.com" }],
  ["/resend", { type: "signup", email: "ada@example.com" }],
];

describe.each(guardedRequests)("%s %j", (path, body) => {
  test("the endpoint requires a captcha token", async () => {
    const { status, body: refusal } = await wire.post(path, body, apiVersion);
    expect({ status, refusal }).toEqual({
      status: 400,
      refusal: {
        code: "captcha_failed",
        message: "captcha protection: request disallowed (no captcha_token found)",
      },
    });
    expect(provider.requests).toEqual([]);
  });

  test("the endpoint verifies the captcha token with the provider", async () => {
    const security = { gotrue_meta_security: { captcha_token: " guessed " } };
    const headers = { ...apiVersion, "x-forwarded-for": "203.0.113.6" };
    const { status, body: refusal } = await wire.post(path, { ...body, ...security }, headers);
    expect({ status, refusal }).toEqual({
      status: 400,
      refusal: {
        code: "captcha_failed",
        message: "captcha protection: request disallowed (a, b)",
      },
    });
    expect(provider.requests).toMatchObject([
      {
        method: "POST",
        headers: { "content-type": expect.stringMatching(/^application\/x-www-form-urlencoded/) },
        body: "secret=a+secret&response=guessed&remoteip=203.0.113.6",
      },
    ]);
  });
});

describe("a solved captcha", () => {
  const options = { captchaToken: "solved" };

  test("users sign up, sign in and refresh with one solved captcha", async () => {
    const client = wire.client();
    const email = "grace@example.com";
    expect((await client.signUp({ email, password, options })).error).toBeNull();
    const token = wire.emailTo(email).code ?? "";
    expect((await client.verifyOtp({ email, token, type: "signup" })).error).toBeNull();
    expect((await client.signInWithPassword({ email, password, options })).error).toBeNull();
    expect(provider.requests).toHaveLength(2);
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.signInAnonymously({ options })).error).toBeNull();
    expect(provider.requests).toHaveLength(3);
  });

  test("a captcha provider's response that is not JSON causes an error", async () => {
    const { answer: previousAnswer } = provider;
    provider.answer = () => ({ status: 502, body: "<h1>Bad gateway</h1>" });
    const body = { email: "ada@example.com", gotrue_meta_security: { captcha_token: "solved" } };
    const { status, body: refusal } = await wire.post("/recover", body, apiVersion);
    provider.answer = previousAnswer;
    expect({ status, refusal }).toEqual({
      status: 500,
      refusal: { code: "unexpected_failure", message: "captcha verification process failed" },
    });
  });
});

test("an administrator needs no captcha, unlike a user", async () => {
  const recover = (key: string) =>
    wire.post("/recover", { email: "ada@example.com" }, { authorization: `Bearer ${key}` });
  expect((await recover(wire.auth.keys.serviceRole)).status).toBe(200);
  expect((await recover(wire.auth.keys.secret)).status).toBe(200);
  expect((await recover(wire.auth.keys.anon)).status).toBe(400);
});
