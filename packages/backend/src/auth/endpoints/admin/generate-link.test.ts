import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
let admin: ReturnType<AuthFixture["admin"]>;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  admin = wire.admin();
});
afterAll(() => database.close());

const asAdmin = () => ({ authorization: `Bearer ${wire.auth.keys.secret}`, ...apiVersion });

async function linkFor(params: Parameters<typeof admin.generateLink>[0]) {
  const { data, error } = await admin.generateLink(params);
  if (error) throw error;
  return data;
}

/** Follows a link, and returns the URL that it redirects to. */
async function follow(link: string): Promise<URL> {
  const response = await wire.app.request(link.replace(/^.*\/auth\/v1/, ""));
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

describe("generateLink", () => {
  test("generateLink creates an account for a sign-up and sends nothing", async () => {
    const email = "new@example.com";
    const { user, properties } = await linkFor({
      type: "signup",
      email: "New@Example.com",
      password,
      options: { data: { name: "New" }, redirectTo: "http://localhost:3000/welcome" },
    });
    expect(user).toMatchObject({
      email,
      confirmation_sent_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { name: "New" },
      identities: [{ provider: "email", identity_data: { email, email_verified: false } }],
    });
    expect(properties).toEqual({
      action_link: expect.any(String),
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      verification_type: "signup",
      redirect_to: "http://localhost:3000/welcome",
    });
    const link = new URL(properties?.action_link ?? "");
    expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/v1/verify");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: properties?.hashed_token,
      type: "signup",
      redirect_to: "http://localhost:3000/welcome",
    });
    expect(wire.emails).toEqual([]);

    const { data } = await wire
      .client()
      .verifyOtp({ type: "signup", email, token: properties?.email_otp ?? "" });
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String));
    expect((await wire.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("generateLink returns the whole user, including factors", async () => {
    const email = "factors@example.com";
    const client = await wire.signedIn(email);
    const id = (await client.getUser()).data.user?.id ?? "";
    await database.query(sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'app', 'totp', 'verified', now(), now())`);
    const { user } = await linkFor({ type: "magiclink", email });
    expect(user?.factors).toMatchObject([{ friendly_name: "app", status: "verified" }]);
  });

  test("a generated magic link signs in to an account, and creates the account if necessary", async () => {
    const email = "magic@example.com";
    const signUpLink = await linkFor({ type: "magiclink", email });
    expect(signUpLink.properties?.verification_type).toBe("signup");
    expect((await follow(signUpLink.properties?.action_link ?? "")).hash).toContain(
      "access_token=",
    );
    const magicLink = await linkFor({ type: "magiclink", email });
    expect(magicLink.properties?.verification_type).toBe("magiclink");
    expect(magicLink.user?.recovery_sent_at).toEqual(expect.any(String));
    const finalUrl = await follow(magicLink.properties?.action_link ?? "");
    expect(finalUrl.hash).toContain("type=magiclink");
    const repeatedUrl = await follow(magicLink.properties?.action_link ?? "");
    expect(repeatedUrl.hash).toContain("error_code=otp_expired");
  });

  test("a generated recovery link lets the user set a new password", async () => {
    await wire.signedIn("forgot@example.com");
    const { properties } = await linkFor({ type: "recovery", email: "forgot@example.com" });
    const client = wire.client();
    await client.verifyOtp({ type: "recovery", token_hash: properties?.hashed_token ?? "" });
    expect((await client.updateUser({ password: "another horse" })).error).toBeNull();
  });

  test("a generated invitation signs in to an account that has no password", async () => {
    const email = "invited@example.com";
    const { user, properties } = await linkFor({ type: "invite", email });
    expect(user).toMatchObject({ invited_at: expect.any(String), user_metadata: {} });
    const { data } = await wire
      .client()
      .verifyOtp({ type: "invite", token_hash: properties?.hashed_token ?? "" });
    expect(data.session?.user.email).toBe(email);
  });

  test("generated links change an address after both addresses have confirmed the change", async () => {
    const email = "from@example.com";
    const newEmail = "to@example.com";
    await wire.signedIn(email);
    const currentLink = await linkFor({ type: "email_change_current", email, newEmail });
    const newLink = await linkFor({ type: "email_change_new", email, newEmail });
    expect(newLink.user).toMatchObject({ email, new_email: newEmail });
    expect(newLink.properties?.action_link).toContain("type=email_change&");
    const firstUrl = await follow(currentLink.properties?.action_link ?? "");
    expect(firstUrl.hash).toContain("message=");
    const { data } = await wire
      .client()
      .verifyOtp({ type: "email_change", token_hash: newLink.properties?.hashed_token ?? "" });
    expect(data.user?.email).toBe(newEmail);
  });

  test("generating links for another address change invalidates the earlier links", async () => {
    const email = "twice@example.com";
    await wire.signedIn(email);
    const earlierLink = await linkFor({
      type: "email_change_new",
      email,
      newEmail: "a@example.com",
    });
    await linkFor({ type: "email_change_current", email, newEmail: "b@example.com" });
    const finalUrl = await follow(earlierLink.properties?.action_link ?? "");
    expect(finalUrl.hash).toContain("error_code=otp_expired");
  });

  test("generateLink redirects only to allowed URLs", async () => {
    const { properties } = await linkFor({
      type: "magiclink",
      email: "away@example.com",
      options: { redirectTo: "https://evil.example/" },
    });
    expect(properties?.redirect_to).toBe(wire.auth.config.auth.site_url);
    expect(properties?.action_link).not.toContain("evil");
  });

  test("generateLink gives no access to a stranger who signed up with the same address before", async () => {
    const email = "contested@example.com";
    await wire.client().signUp({ email, password: "a stranger's" });
    const repeatedLink = await linkFor({ type: "signup", email, password: "a stranger's" });
    expect(repeatedLink.user?.email).toBe(email);
    const { properties } = await linkFor({ type: "signup", email, password });
    await follow(properties?.action_link ?? "");
    for (const triedPassword of ["a stranger's", password]) {
      const { error } = await wire.client().signInWithPassword({ email, password: triedPassword });
      expect(error).toMatchObject({ code: "invalid_credentials" });
    }
  });

  test("generateLink keeps an unchanged password when called again", async () => {
    const email = "again@example.com";
    await linkFor({ type: "signup", email, password, options: { data: { a: 1 } } });
    const { user, properties } = await linkFor({
      type: "signup",
      email,
      password,
      options: { data: { b: 2 } },
    });
    expect(user?.user_metadata).toEqual({ a: 1, b: 2 });
    await follow(properties?.action_link ?? "");
    expect((await wire.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("generateLink refuses invalid requests with the reference's errors", async () => {
    const email = "settled@example.com";
    await wire.signedIn(email);
    await wire.signedIn("other@example.com");
    const unknownEmail = "nobody@example.com";
    const notFound = [404, "user_not_found", "User with this email not found"] as const;
    const emailExists = [
      422,
      "email_exists",
      "A user with this email address has already been registered",
    ] as const;
    for (const [body, status, code, message] of [
      [{}, 400, "validation_failed", "An email address is required"],
      [
        { type: "phone_change", email },
        400,
        "validation_failed",
        "Invalid email action link type requested: phone_change",
      ],
      [
        { type: "toString", email: unknownEmail },
        400,
        "validation_failed",
        "Invalid email action link type requested: toString",
      ],
      [
        { type: "signup", email: unknownEmail },
        400,
        "validation_failed",
        "Signup requires a valid password",
      ],
      [{ type: "recovery", email: unknownEmail }, ...notFound],
      [{ type: "email_change_new", email: unknownEmail }, ...notFound],
      [{ type: "signup", email, password }, ...emailExists],
      [{ type: "invite", email }, ...emailExists],
      [{ type: "email_change_new", email, new_email: "other@example.com" }, ...emailExists],
      [{ type: "email_change_new", email, new_email: email }, ...emailExists],
      [
        { type: "email_change_new", email },
        400,
        "validation_failed",
        "An email address is required",
      ],
      [
        { type: "email_change_current", email, new_email: "x" },
        400,
        "validation_failed",
        "Unable to validate email address: invalid format",
      ],
    ] as const) {
      const response = await wire.post("/admin/generate_link", body, asAdmin());
      expect({ request: body, status: response.status, body: response.body }).toEqual({
        request: body,
        status,
        body: { code, message },
      });
    }
    const withSingleConfirmation = await authFixture(database, {
      auth: { email: { double_confirm_changes: false } },
    });
    expect(
      await withSingleConfirmation.post(
        "/admin/generate_link",
        { type: "email_change_current", email, new_email: "x@example.com" },
        asAdmin(),
      ),
    ).toMatchObject({
      status: 400,
      body: { message: "Enable secure email change to generate link for current email" },
    });
  });
});

describe("invitations", () => {
  test("an invitation sends a link that signs in to the account", async () => {
    const email = "guest@example.com";
    const { data, error } = await admin.inviteUserByEmail("Guest@example.com", {
      data: { team: "blue" },
      redirectTo: "http://localhost:3000/join",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      confirmation_sent_at: expect.any(String),
      user_metadata: { team: "blue" },
      identities: [{ provider: "email" }],
    });
    const message = wire.emailTo(email);
    expect(message.kind).toBe("invite");
    const finalUrl = await follow(message.link ?? "");
    expect(finalUrl.href).toContain("http://localhost:3000/join#");
    expect(finalUrl.hash).toContain("type=invite");
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  test("a repeated invitation sends a new link and invalidates the old one", async () => {
    const email = "waiting@example.com";
    const rateLimited = await authFixture(database, { auth: { email: { max_frequency: "1h" } } });
    await rateLimited.admin().inviteUserByEmail(email);
    const earlierLink = rateLimited.emailTo(email).link ?? "";
    expect((await rateLimited.admin().inviteUserByEmail(email)).error).toBeNull();
    expect((await follow(earlierLink)).hash).toContain("error_code=otp_expired");
    expect((await follow(rateLimited.emailTo(email).link ?? "")).hash).toContain("access_token=");
  });

  test("an invitation gives no access to a stranger who signed up with the same address before", async () => {
    const email = "preempted@example.com";
    await wire.client().signUp({ email, password });
    await admin.inviteUserByEmail(email);
    await follow(wire.emailTo(email).link ?? "");
    expect((await wire.client().signInWithPassword({ email, password })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  test("an invitation keeps the password of a user who has confirmed a phone number", async () => {
    const email = "caller@example.com";
    const attributes = { email, phone: "4477009100", password, phone_confirm: true };
    expect((await admin.createUser(attributes)).error).toBeNull();
    await admin.inviteUserByEmail(email);
    await follow(wire.emailTo(email).link ?? "");
    expect((await wire.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("an invitation whose message cannot be sent does not leave an account", async () => {
    wire.mailServer.isDown = true;
    const { error } = await admin.inviteUserByEmail("unreached@example.com");
    wire.mailServer.isDown = false;
    expect(error).toMatchObject({ status: 500, message: "Error sending invite email" });
    expect((await admin.createUser({ email: "unreached@example.com" })).error).toBeNull();
  });

  test("an invitation requires an address", async () => {
    expect(await wire.post("/invite", {}, asAdmin())).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "An email address is required" },
    });
  });
});
