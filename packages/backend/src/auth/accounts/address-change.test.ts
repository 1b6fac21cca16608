import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  followLink,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { fragment } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const follow = (address: string, fixture = wire) => followLink(fixture, address);

describe("address change", () => {
  test("an address change is confirmed at both addresses if the project requires it", async () => {
    const client = await wire.signedIn("old@example.com");
    const { data } = await client.updateUser({ email: "new@example.com" });
    expect(data.user?.new_email).toBe("new@example.com");
    const newAddressUrl = await follow("new@example.com");
    expect(fragment(newAddressUrl)).toEqual({
      message: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      sb: "",
    });
    const oldAddressFragment = fragment(await follow("old@example.com"));
    expect(oldAddressFragment["type"]).toBe("email_change");
    const { data: userData } = await client.getUser(oldAddressFragment["access_token"]);
    expect(userData.user).toMatchObject({ email: "new@example.com" });
    expect(userData.user?.new_email).toBeUndefined();
    expect(userData.user?.identities?.[0]?.identity_data?.["email"]).toBe("new@example.com");
  });

  test.each([
    ["current", "half-1@example.com", "other-1@example.com", "half-1@example.com"],
    ["new", "half-2@example.com", "other-2@example.com", "other-2@example.com"],
  ])(
    "a stranger who requests the messages of an address change again does not undo the confirmation of the %s address",
    async (_, email, newEmail, confirmedEmail) => {
      const client = await wire.signedIn(email);
      await client.updateUser({ email: newEmail });
      await follow(confirmedEmail);
      const pendingEmail = confirmedEmail === email ? newEmail : email;
      const sentCount = wire.emails.length;
      const { status } = await wire.post("/resend", { type: "email_change", email });
      expect(status).toBe(200);
      expect(wire.emails.slice(sentCount).map(({ to }) => to)).toEqual([pendingEmail]);
      const { data } = await client.getUser(fragment(await follow(pendingEmail))["access_token"]);
      expect(data.user?.email).toBe(newEmail);
    },
  );

  test("without `double_confirm_changes`, an address change is confirmed at the new address only, even by a code", async () => {
    const withSingleConfirmation = await authFixture(database, {
      auth: { email: { double_confirm_changes: false } },
    });
    const client = await withSingleConfirmation.signedIn("before@example.com");
    await client.updateUser({ email: "after@example.com" });
    const { data, error } = await client.verifyOtp({
      email: "after@example.com",
      token: withSingleConfirmation.emailTo("after@example.com").code ?? "",
      type: "email_change",
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe("after@example.com");
  });

  test("an address change to a taken address is refused only to the person who confirms it", async () => {
    const owner = await wire.signedIn("owner@example.com");
    const client = await wire.signedIn("envious@example.com");
    const { data, error } = await client.updateUser({ email: "owner@example.com" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: "envious@example.com",
      new_email: "owner@example.com",
    });
    await follow("envious@example.com");
    expect(fragment(await follow("owner@example.com"))).toMatchObject({
      error_code: "email_exists",
      error_description: "A user with this email address has already been registered",
    });
    expect((await client.getUser()).data.user?.email).toBe("envious@example.com");
    expect((await owner.getUser()).data.user?.email).toBe("owner@example.com");
  });

  test("an address change to a taken address is refused immediately if a sign-up reveals taken addresses, too", async () => {
    const withoutConfirmations = await authFixture(database, {
      auth: {
        enable_anonymous_sign_ins: true,
        email: { enable_confirmations: false },
        sms: { enable_confirmations: false },
      },
    });
    await withoutConfirmations.post("/signup", { email: "taken@example.com", password });
    await withoutConfirmations.post("/signup", { phone: "+447700900111", password });
    const guest = withoutConfirmations.client();
    await guest.signInAnonymously();
    expect((await guest.updateUser({ email: "taken@example.com" })).error).toMatchObject({
      status: 422,
      code: "email_exists",
      message: "A user with this email address has already been registered",
    });
    expect((await guest.updateUser({ phone: "+447700900111" })).error).toMatchObject({
      status: 422,
      code: "phone_exists",
      message: "A user with this phone number has already been registered",
    });
  });

  test("requests for an address change are limited per address, not per caller", async () => {
    const rateLimited = await authFixture(database, {
      auth: { enable_anonymous_sign_ins: true, email: { max_frequency: "1m" } },
    });
    const requestChange = async () => {
      const guest = rateLimited.client();
      await guest.signInAnonymously();
      return (await guest.updateUser({ email: "flooded@example.com" })).error;
    };
    expect(await requestChange()).toBeNull();
    expect(await requestChange()).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    expect(rateLimited.emails).toHaveLength(1);
  });

  test("an address change is refused if the address was taken in the meantime, and the link still redirects", async () => {
    const client = await wire.signedIn("slow@example.com");
    await client.updateUser({ email: "wanted@example.com" });
    const { code, link } = wire.emailTo("wanted@example.com");
    await follow("slow@example.com");
    await wire.client().signUp({ email: "wanted@example.com", password });
    const { search } = new URL(link ?? "");
    const redirectResponse = await wire.app.request(`/verify${search}`);
    expect(fragment(new URL(redirectResponse.headers.get("location") ?? ""))).toEqual({
      error_code: "email_exists",
      error_description: "A user with this email address has already been registered",
      sb: "",
    });
    const codeParams = { email: "wanted@example.com", token: code, type: "email_change" };
    expect(await wire.post("/verify", codeParams, apiVersion)).toMatchObject({
      status: 422,
      body: { code: "email_exists" },
    });
  });

  test("an address change that a project's trigger refuses is reported to the application", async () => {
    await wire.signedIn("stuck@example.com");
    await wire.client().resetPasswordForEmail("stuck@example.com");
    await database.script(`
      create function public.stick() returns trigger language plpgsql as $$
        begin raise exception 'not you'; end $$;
      create trigger stick before update on auth.users for each row
        when (new.email = 'stuck@example.com') execute function public.stick()`);
    expect(fragment(await follow("stuck@example.com"))).toMatchObject({
      error: "server_error",
      error_code: "unexpected_failure",
    });
  });

  test("a phone number change is confirmed by a code", async () => {
    const client = await wire.signedIn("phoning@example.com");
    await client.updateUser({ phone: "+447700900999" });
    const { code } = wire.texts.at(-1) ?? {};
    const { data, error } = await client.verifyOtp({
      phone: "+447700900999",
      token: code ?? "",
      type: "phone_change",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: "447700900999" });
    expect(data.user?.app_metadata).toMatchObject({ providers: ["email", "phone"] });
  });
});

test.each([
  ["signup", "waiting@example.com", "confirmation"],
  ["email_change", "mover@example.com", "email_change"],
] as const)(
  "the message of a %s is sent again to the address with the pending confirmation",
  async (type, email, kind) => {
    if (type === "signup") await wire.client().signUp({ email, password });
    else await (await wire.signedIn(email)).updateUser({ email: "moved@example.com" });
    const sentCount = wire.emails.length;
    expect((await wire.client().resend({ type, email })).error).toBeNull();
    expect(wire.emails.length).toBeGreaterThan(sentCount);
    expect(wire.emails.at(-1)?.kind).toBe(kind);
    const resentCount = wire.emails.length;
    await wire.client().resend({ type, email: "nobody@example.com" });
    expect(wire.emails).toHaveLength(resentCount);
  },
);

test("a repeated message of an address change is limited, and the response is the same as without an account", async () => {
  const rateLimited = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
  const client = await wire.signedIn("patient@example.com");
  await client.updateUser({ email: "patience@example.com" });
  const change = { type: "email_change" } as const;
  expect(await rateLimited.client().resend({ ...change, email: "patient@example.com" })).toEqual(
    await rateLimited.client().resend({ ...change, email: "nobody@example.com" }),
  );
  expect(rateLimited.emails).toEqual([]);
});
