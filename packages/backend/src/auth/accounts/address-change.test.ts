import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  followLink,
  password,
} from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { fragment } from "../../../test/social.ts";
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
    const first = await follow("new@example.com");
    expect(fragment(first)).toEqual({
      message: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      sb: "",
    });
    const second = fragment(await follow("old@example.com"));
    expect(second["type"]).toBe("email_change");
    const { data: now } = await client.getUser(second["access_token"]);
    expect(now.user).toMatchObject({ email: "new@example.com" });
    expect(now.user?.new_email).toBeUndefined();
    expect(now.user?.identities?.[0]?.identity_data?.["email"]).toBe("new@example.com");
  });

  test.each([
    ["current", "half-1@example.com", "other-1@example.com", "half-1@example.com"],
    ["new", "half-2@example.com", "other-2@example.com", "other-2@example.com"],
  ])(
    "a stranger who has the messages of a change sent again does not undo the %s address's confirmation",
    async (_, email, other, first) => {
      const client = await wire.signedIn(email);
      await client.updateUser({ email: other });
      await follow(first);
      const second = first === email ? other : email;
      const sent = wire.emails.length;
      const { status } = await wire.post("/resend", { type: "email_change", email });
      expect(status).toBe(200);
      expect(wire.emails.slice(sent).map(({ to }) => to)).toEqual([second]);
      const { data } = await client.getUser(fragment(await follow(second))["access_token"]);
      expect(data.user?.email).toBe(other);
    },
  );

  test("an address change is otherwise confirmed at the new address only, also by code", async () => {
    const single = await authFixture(database, {
      auth: { email: { double_confirm_changes: false } },
    });
    const client = await single.signedIn("before@example.com");
    await client.updateUser({ email: "after@example.com" });
    const { data, error } = await client.verifyOtp({
      email: "after@example.com",
      token: single.emailTo("after@example.com").code ?? "",
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

  test("an address change to a taken address is refused at once where a sign-up reveals taken addresses too", async () => {
    const open = await authFixture(database, {
      auth: {
        enable_anonymous_sign_ins: true,
        email: { enable_confirmations: false },
        sms: { enable_confirmations: false },
      },
    });
    await open.post("/signup", { email: "told@example.com", password });
    await open.post("/signup", { phone: "+447700900111", password });
    const guest = open.client();
    await guest.signInAnonymously();
    expect((await guest.updateUser({ email: "told@example.com" })).error).toMatchObject({
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

  test("requests for an address change are limited per address, whoever sends them", async () => {
    const slow = await authFixture(database, {
      auth: { enable_anonymous_sign_ins: true, email: { max_frequency: "1m" } },
    });
    const requestChange = async () => {
      const guest = slow.client();
      await guest.signInAnonymously();
      return (await guest.updateUser({ email: "flooded@example.com" })).error;
    };
    expect(await requestChange()).toBeNull();
    expect(await requestChange()).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    expect(slow.emails).toHaveLength(1);
  });

  test("an address change is refused if the address was taken in the meantime, and the link still redirects", async () => {
    const client = await wire.signedIn("slow@example.com");
    await client.updateUser({ email: "wanted@example.com" });
    const { code, link } = wire.emailTo("wanted@example.com");
    await follow("slow@example.com");
    await wire.client().signUp({ email: "wanted@example.com", password });
    const { search } = new URL(link ?? "");
    const back = await wire.app.request(`/verify${search}`);
    expect(fragment(new URL(back.headers.get("location") ?? ""))).toEqual({
      error_code: "email_exists",
      error_description: "A user with this email address has already been registered",
      sb: "",
    });
    const byCode = { email: "wanted@example.com", token: code, type: "email_change" };
    expect(await wire.post("/verify", byCode, apiVersion)).toMatchObject({
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
  "the message of a %s is sent again to the address that waits for it",
  async (type, email, kind) => {
    if (type === "signup") await wire.client().signUp({ email, password });
    else await (await wire.signedIn(email)).updateUser({ email: "moved@example.com" });
    const sent = wire.emails.length;
    expect((await wire.client().resend({ type, email })).error).toBeNull();
    expect(wire.emails.length).toBeGreaterThan(sent);
    expect(wire.emails.at(-1)?.kind).toBe(kind);
    const quiet = wire.emails.length;
    await wire.client().resend({ type, email: "nobody@example.com" });
    expect(wire.emails).toHaveLength(quiet);
  },
);

test("a repeated message of an address change is limited, and the answer is the same", async () => {
  const slow = await authFixture(database, { auth: { email: { max_frequency: "60s" } } });
  const client = await wire.signedIn("patient@example.com");
  await client.updateUser({ email: "patience@example.com" });
  const change = { type: "email_change" } as const;
  expect(await slow.client().resend({ ...change, email: "patient@example.com" })).toEqual(
    await slow.client().resend({ ...change, email: "nobody@example.com" }),
  );
  expect(slow.emails).toEqual([]);
});
