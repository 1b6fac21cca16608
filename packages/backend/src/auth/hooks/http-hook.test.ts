import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
  silentLog,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { type OutsideServer, openOutsideServer } from "../../../test/servers/outside-server.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";

const secrets = [32, 24].map(
  (length) => `v1,whsec_${Buffer.alloc(length, length).toString("base64")}`,
);

let database: Database;
let server: OutsideServer;
let withoutHook: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openOutsideServer();
  withoutHook = await authFixture(database);
});
afterEach(() => {
  server.requests.length = 0;
  server.answer = () => ({});
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type HookSettings = NonNullable<NonNullable<ConfigInput["auth"]>["hook"]>;

/** Returns an auth wire that calls one hook on the test's server. */
async function withHook(
  name: keyof HookSettings,
  auth: ConfigInput["auth"] = {},
  uri = server.url,
  hookTimeoutMs?: number,
): Promise<AuthFixture> {
  const hook = { [name]: { enabled: true, uri, secrets: secrets.join("|") } };
  const options = hookTimeoutMs === undefined ? {} : { hookTimeoutMs };
  return authFixture(database, { auth: { ...auth, hook } }, undefined, options);
}

const receivedBodies = () => server.requests.map(({ body }) => JSON.parse(body));

const signUp = (wire: AuthFixture, email: string, headers: Record<string, string> = {}) =>
  wire.post("/signup", { email, password, data: { name: "Ada" } }, { ...apiVersion, ...headers });

async function userExists(email: string): Promise<boolean> {
  const { rows } = await database.query(sql`select from auth.users where email = ${email}`);
  return rows.length > 0;
}

describe("the hook before a user is created", () => {
  test("the hook receives the user in a request signed with every secret", async () => {
    const wire = await withHook("before_user_created");
    const { status, body } = await signUp(wire, "ada@example.com", {
      "x-forwarded-for": "203.0.113.5",
    });
    expect(status).toBe(200);
    expect(receivedBodies()).toEqual([
      {
        metadata: {
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          name: "before-user-created",
          ip_address: "203.0.113.5",
        },
        user: {
          id: body.id,
          aud: "authenticated",
          role: "",
          email: "ada@example.com",
          phone: "",
          app_metadata: { provider: "email", providers: ["email"] },
          user_metadata: { name: "Ada" },
          identities: [],
          created_at: "0001-01-01T00:00:00Z",
          updated_at: "0001-01-01T00:00:00Z",
          is_anonymous: false,
        },
      },
    ]);
    const [request] = server.requests;
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    for (const secret of secrets) {
      const webhook = new Webhook(secret.replace("v1,", ""));
      expect(webhook.verify(request?.body ?? "", headers)).toEqual(receivedBodies()[0]);
    }
    const otherWebhook = new Webhook(`whsec_${Buffer.alloc(32, 1).toString("base64")}`);
    expect(() => otherWebhook.verify(request?.body ?? "", headers)).toThrow();
  });

  test("the hook before a user is created can refuse with its own error", async () => {
    const wire = await withHook("before_user_created");
    server.answer = () => ({
      body: { error: { http_code: 403, message: "Only people of example.org may sign up." } },
    });
    for (const { status, body } of [
      await signUp(wire, "stranger@example.com"),
      await wire.post("/otp", { email: "stranger@example.com" }, apiVersion),
      await wire.post("/otp", { phone: "4520304050" }, apiVersion),
    ]) {
      expect({ status, body }).toEqual({
        status: 403,
        body: { code: "unknown", message: "Only people of example.org may sign up." },
      });
    }
    const invitation = await wire.admin().inviteUserByEmail("stranger@example.com");
    expect(invitation.error?.status).toBe(403);
    const link = { type: "signup" as const, email: "stranger@example.com", password };
    expect((await wire.admin().generateLink(link)).error?.status).toBe(403);
    expect(await userExists("stranger@example.com")).toBe(false);
  });

  test("the hook before a user is created runs for every address, and its refusal does not reveal taken addresses", async () => {
    const wire = await withHook("before_user_created");
    await withoutHook.signedIn("taken@example.com");
    await signUp(withoutHook, "waiting@example.com");
    const requestAndCheckHook = async (path: string, email: string) => {
      server.requests.length = 0;
      const { status, body } = await wire.post(path, { email, password }, apiVersion);
      expect(receivedBodies().map(({ user }) => user.email)).toEqual([email]);
      return { status, body };
    };
    for (const kind of ["taken", "waiting", "unknown"]) {
      expect((await requestAndCheckHook("/signup", `${kind}@example.com`)).status).toBe(200);
      expect((await requestAndCheckHook("/otp", `${kind}@example.com`)).status).toBe(200);
    }
    server.answer = () => ({ body: { error: { http_code: 403, message: "Not from there." } } });
    const refusal = await requestAndCheckHook("/signup", "stranger2@example.com");
    expect(refusal.status).toBe(403);
    expect(await requestAndCheckHook("/signup", "taken@example.com")).toEqual(refusal);
    // Existing users sign in, and users who have already signed up get their message again.
    expect((await requestAndCheckHook("/otp", "taken@example.com")).status).toBe(200);
    expect((await requestAndCheckHook("/otp", "waiting@example.com")).status).toBe(200);
    expect((await requestAndCheckHook("/signup", "waiting@example.com")).status).toBe(200);
    expect(wire.emailTo("taken@example.com").kind).toBe("magic_link");
  });

  test("the hook before a user is created can refuse an anonymous user", async () => {
    const wire = await withHook("before_user_created", { enable_anonymous_sign_ins: true });
    server.answer = () => ({ body: { error: { message: "No guests are allowed." } } });
    const { error } = await wire.client().signInAnonymously();
    expect(error).toMatchObject({ status: 500, message: "No guests are allowed." });
    expect(receivedBodies()[0].user).toMatchObject({ is_anonymous: true, email: "" });
  });
});

describe("failing hooks", () => {
  test.each([
    [
      "an unknown status",
      { status: 418 },
      500,
      "unexpected_failure",
      "Unexpected status code returned from hook: 418",
    ],
    [
      "an unavailable service",
      { status: 503 },
      500,
      "unexpected_failure",
      "Service currently unavailable due to hook",
    ],
    [
      "a redirect, which is not followed",
      { status: 307, headers: { location: "/elsewhere" } },
      500,
      "unexpected_failure",
      "Unexpected status code returned from hook: 307",
    ],
    [
      "a missing authorization",
      { status: 401 },
      500,
      "unexpected_failure",
      "Hook requires authorization token",
    ],
    [
      "an invalid payload",
      { status: 400 },
      500,
      "unexpected_failure",
      "Invalid payload sent to hook",
    ],
    [
      "a missing content type",
      { body: "{}" },
      400,
      "hook_payload_invalid_content_type",
      "Invalid Content-Type: Missing Content-Type header",
    ],
    [
      "an HTML page",
      { body: "<p>", headers: { "content-type": "text/html" } },
      400,
      "hook_payload_invalid_content_type",
      "Invalid JSON response. Received content-type: text/html",
    ],
    [
      "an oversized body",
      { body: { x: "x".repeat(200 * 1024) } },
      422,
      "hook_payload_over_size_limit",
      "Payload size exceeded size limit of 204800 bytes",
    ],
    [
      "incomplete JSON",
      { body: "{", headers: { "content-type": "application/json" } },
      500,
      "unexpected_failure",
      "Error unmarshaling JSON output.",
    ],
    ["a list", { body: [] }, 500, "unexpected_failure", "Error unmarshaling JSON output."],
  ])(
    "a hook's invalid response is an error: %s",
    async (_, hookResponse, status, code, message) => {
      const wire = await withHook("before_user_created");
      server.answer = () => hookResponse;
      const response = await signUp(wire, "unlucky@example.com");
      expect({ status: response.status, body: response.body }).toEqual({
        status,
        body: { code, message },
      });
      expect(server.requests).toHaveLength(1);
      expect(await userExists("unlucky@example.com")).toBe(false);
    },
  );

  test("a busy hook is retried twice", async () => {
    const wire = await withHook("before_user_created");
    server.answer = () =>
      server.requests.length < 3
        ? { status: 429, headers: { "retry-after": "true" } }
        : { status: 204, body: "" };
    expect((await signUp(wire, "patient@example.com")).status).toBe(200);
    server.answer = () => ({ status: 503, headers: { "retry-after": "1" } });
    server.requests.length = 0;
    expect((await signUp(wire, "patient2@example.com")).body.message).toBe(
      "Service currently unavailable due to hook",
    );
    expect(server.requests).toHaveLength(3);
  });

  test("a hook that responds too late is an error", async () => {
    const wire = await withHook("before_user_created", {}, server.url, 500);
    const pendingResponse = Promise.withResolvers<object>();
    server.answer = () => pendingResponse.promise;
    const { status, body } = await signUp(wire, "late@example.com");
    pendingResponse.resolve({});
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: "hook_timeout",
        message: "Failed to reach hook within maximum time of 0.500000 seconds",
      },
    });
  });

  test("a hook that does not exist is an error", async () => {
    const closedServer = await openOutsideServer();
    await closedServer.close();
    const { status, body } = await signUp(
      await withHook("before_user_created", {}, closedServer.url),
      "alone@example.com",
    );
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: "hook_timeout_after_retry",
        message: "Failed to reach hook after maximum retries",
      },
    });
  });
});

describe("send hooks", () => {
  test("a send-email hook receives the message's parts, and no e-mail is sent", async () => {
    const wire = await withHook("send_email");
    await signUp(wire, "grace@example.com");
    const [{ user, email_data: data }] = receivedBodies();
    expect(user).toMatchObject({ email: "grace@example.com", identities: [{ provider: "email" }] });
    expect(data).toEqual({
      token: expect.stringMatching(/^\d{6}$/),
      token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
      redirect_to: "http://localhost:3000",
      email_action_type: "signup",
      site_url: "http://localhost:3000/auth/v1",
      token_new: "",
      token_hash_new: "",
      old_email: "",
      old_phone: "",
      provider: "",
      factor_type: "",
    });
    expect(wire.emails).toEqual([]);
    const client = wire.client();
    const verification = { email: "grace@example.com", token: data.token, type: "email" as const };
    expect((await client.verifyOtp(verification)).error).toBeNull();

    await client.updateUser({ email: "hopper@example.com" });
    const change = receivedBodies()[1].email_data;
    expect(receivedBodies()[1].user).toMatchObject({
      email: "grace@example.com",
      new_email: "hopper@example.com",
    });
    for (const code of [
      { token_hash: change.token_hash_new },
      { token: change.token_new, email: "hopper@example.com" },
    ]) {
      const body = { type: "email_change", ...code };
      expect((await wire.post("/verify", body, apiVersion)).status).toBe(200);
    }
    const { data: changedUser } = await client.getUser();
    expect(changedUser.user?.email).toBe("hopper@example.com");
  });

  test("a send hook's refusal is only logged, because it would reveal whether there is an account", async () => {
    const lines: string[] = [];
    const log: Log = { ...silentLog, error: (_, message) => void lines.push(message) };
    const hook = { send_email: { enabled: true, uri: server.url, secrets: secrets.join("|") } };
    const wire = await authFixture(database, { auth: { hook } }, undefined, { log });
    await withoutHook.signedIn("lovelace@example.com");
    server.answer = () => ({ body: { error: { http_code: 429, message: "Too much mail." } } });
    const recover = (email: string) => wire.post("/recover", { email }, apiVersion);
    expect((await recover("lovelace@example.com")).status).toBe(200);
    expect((await recover("nobody@example.com")).status).toBe(200);
    expect(lines).toEqual(["a message (recovery) was abandoned after attempt 1"]);
    server.answer = () => ({});
    expect((await recover("lovelace@example.com")).status).toBe(200);
    expect(receivedBodies().map(({ email_data }) => email_data.email_action_type)).toEqual([
      "recovery",
      "recovery",
    ]);
  });

  test("a send hook receives the caller's address", async () => {
    const wire = await withHook("send_email");
    await signUp(wire, "origin@example.com", { "x-forwarded-for": "203.0.113.7" });
    expect(receivedBodies()[0].metadata).toMatchObject({
      name: "send-email",
      ip_address: "203.0.113.7",
    });
  });

  test("a send-SMS hook receives code and number, and no text message is sent", async () => {
    const wire = await withHook("send_sms");
    await wire.post("/otp", { phone: "+45 20304051" }, apiVersion);
    const [{ sms, user }] = receivedBodies();
    expect(user.phone).toBe("4520304051");
    expect(sms).toEqual({ otp: expect.stringMatching(/^\d{6}$/), phone: "4520304051" });
    expect(wire.texts).toEqual([]);
    const verification = { phone: "4520304051", token: sms.otp, type: "sms" as const };
    expect((await wire.client().verifyOtp(verification)).error).toBeNull();
  });
});
