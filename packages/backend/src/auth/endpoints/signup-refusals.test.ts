import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

test.each([
  [{ email: "a@b.co" }, 400, "validation_failed", "Signup requires a valid password"],
  [
    { email: "a@b.co", password: "12345" },
    422,
    "weak_password",
    "Password should be at least 6 characters.",
  ],
  [
    { email: "a@b.co", password: "x".repeat(73) },
    400,
    "validation_failed",
    "Password cannot be longer than 72 characters",
  ],
  [
    { email: "nonsense", password },
    400,
    "validation_failed",
    "Unable to validate email address: invalid format",
  ],
  [
    { email: `${"a".repeat(10_000)}@b.co`, password },
    400,
    "validation_failed",
    "An email address is too long",
  ],
  [
    { email: "a\0@b.co", password },
    400,
    "bad_json",
    "Could not parse request body as JSON: a NUL character cannot be stored",
  ],
  [
    { email: "a@b.co", password, data: { "a\0": 1 } },
    400,
    "bad_json",
    "Could not parse request body as JSON: a NUL character cannot be stored",
  ],
  [
    { email: "nonsense", password: "12345" },
    422,
    "weak_password",
    "Password should be at least 6 characters.",
  ],
  [
    { phone: "447700900123", password, channel: "whatsapp" },
    400,
    "validation_failed",
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  ],
  [
    { email: "a@b.co", phone: "447700900123", password },
    400,
    "validation_failed",
    "Only an email address or phone number should be provided on signup.",
  ],
  [
    { phone: "12ab", password },
    400,
    "validation_failed",
    "Invalid phone number format (E.164 required)",
  ],
  [
    { email: "a@b.co", password, code_challenge: "x".repeat(43) },
    400,
    "validation_failed",
    "PKCE flow requires code_challenge_method and code_challenge",
  ],
  [
    { email: "a@b.co", password, code_challenge: "x", code_challenge_method: "s256" },
    400,
    "validation_failed",
    "code challenge has to be between 43 and 128 characters",
  ],
])("a sign-up with %j is refused", async (body, status, code, message) => {
  const response = await wire.post("/signup", body, apiVersion);
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({ code, message });
});

test.each([
  ["empty", ""],
  ["not JSON", "email=a@b.co"],
  ["a list", "[]"],
  ["a string", '"x"'],
  ["an object with a number as the address", '{"email":5,"password":"secret12"}'],
  ["an object with a string as the data", '{"email":"a@b.co","password":"secret12","data":"x"}'],
  [
    "two thousand levels deep",
    `{"email":"deep@example.com","password":"secret12","data":{"x":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}}`,
  ],
])("a body that is %s is refused, and the next request succeeds", async (_, body) => {
  const refusal = await wire.post("/signup", body, apiVersion);
  expect(refusal.status).toBe(400);
  expect(refusal.body).toMatchObject({
    code: "bad_json",
    message: expect.stringMatching(/^Could not parse request body as JSON: /),
  });
  expect((await wire.get("/health")).status).toBe(200);
});

test("a body of more than a megabyte is refused", async () => {
  const body = JSON.stringify({ email: "a@b.co", password: "x".repeat(1 << 20) });
  expect(await wire.post("/signup", body)).toMatchObject({
    status: 413,
    body: {
      code: 413,
      error_code: "request_entity_too_large",
      msg: "Request body too large (max 1048576 bytes)",
    },
  });
});

test("an unpaired surrogate is replaced by U+FFFD", async () => {
  const response = await wire.post(
    "/signup",
    '{"email":"half@example.com","password":"secret12","data":{"a":"\\ud800","\\udfff":1}}',
  );
  expect(response.status).toBe(200);
  expect(response.body.user_metadata).toMatchObject({ a: "\ufffd" });
});

test("a sign-up is refused if sign-ups are disabled", async () => {
  const withoutSignUps = await authFixture(database, { auth: { enable_signup: false } });
  const { error } = await withoutSignUps.client().signUp({ email: "late@example.com", password });
  expect(error).toMatchObject({
    status: 422,
    code: "signup_disabled",
    message: "Signups not allowed for this instance",
  });
});

// The statuses and codes of supabase/auth when `External.Email.Enabled` is off.
test.each([
  ["/signup", 400, "Email signups are disabled"],
  ["/token?grant_type=password", 422, "Email logins are disabled"],
  ["/otp", 422, "Email logins are disabled"],
  ["/magiclink", 422, "Email logins are disabled"],
  ["/recover", 400, "Email logins are disabled"],
  ["/resend", 400, "Email logins are disabled"],
])(
  "`[auth.email] enabled = false` disables %s for new and existing users",
  async (path, status, message) => {
    const email = "before-closing@example.com";
    await wire.post("/signup", { email, password });
    const withoutEmail = await authFixture(database, { auth: { email: { enabled: false } } });
    for (const address of [email, "after-closing@example.com"]) {
      const body = { email: address, password, type: "signup" };
      expect(await withoutEmail.post(path, body, apiVersion)).toMatchObject({
        status,
        body: { code: "email_provider_disabled", message },
      });
    }
    expect(withoutEmail.emails).toEqual([]);
    expect((await withoutEmail.get("/settings")).body.external.email).toBe(false);
  },
);
