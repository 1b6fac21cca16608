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
import { confirmEmail } from "../accounts/accounts.ts";
import { lockUser } from "../users/users.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

test("a new account waits for its confirmation and is returned in the reference's format", async () => {
  const response = await wire.post("/signup?redirect_to=http://localhost:3000/welcome", {
    email: "Ada@Example.com",
    password,
    data: { name: "Ada" },
  });
  expect(response.status).toBe(200);
  const { id } = response.body;
  expect(response.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    aud: "authenticated",
    role: "authenticated",
    email: "ada@example.com",
    phone: "",
    confirmation_sent_at: expect.any(String),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {
      name: "Ada",
      email: "ada@example.com",
      email_verified: false,
      phone_verified: false,
      sub: id,
    },
    identities: [
      {
        identity_id: expect.any(String),
        id,
        user_id: id,
        identity_data: {
          name: "Ada",
          email: "ada@example.com",
          email_verified: false,
          phone_verified: false,
          sub: id,
        },
        provider: "email",
        last_sign_in_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        email: "ada@example.com",
      },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
    is_anonymous: false,
  });

  const message = wire.emailTo("ada@example.com");
  expect(message.code).toMatch(/^\d{6}$/);
  const link = new URL(message.link ?? "");
  expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/v1/verify");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: expect.stringMatching(/^[0-9a-f]{56}$/),
    type: "signup",
    redirect_to: "http://localhost:3000/welcome",
  });
});

test("an unconfirmed account refuses the correct password", async () => {
  const { error } = await wire.client().signInWithPassword({ email: "ada@example.com", password });
  expect(error).toMatchObject({
    status: 400,
    code: "email_not_confirmed",
    message: "Email not confirmed",
  });
});

test("a stranger cannot tell a taken address from a new one", async () => {
  await wire.signedIn("taken@example.com");
  const shape = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shape)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shape(child)]))
        : typeof value;
  const request = (email: string) => ({ email, password: "another one", data: { a: 1 } });
  const responseForTaken = await wire.post("/signup", request("taken@example.com"));
  const responseForNew = await wire.post("/signup", request("fresh@example.com"));
  expect(shape(responseForTaken.body)).toEqual(shape(responseForNew.body));
  expect(Object.keys(responseForTaken.body)).toEqual(Object.keys(responseForNew.body));
  expect([...responseForTaken.headers.keys()]).toEqual([...responseForNew.headers.keys()]);
  expect(responseForTaken.body.user_metadata.sub).toBe(responseForTaken.body.id);
  for (const { body } of [responseForTaken, responseForNew]) {
    expect(body.updated_at).toBe(body.created_at);
    expect(Date.parse(body.confirmation_sent_at)).toBeGreaterThan(Date.parse(body.created_at));
  }
  // The owner's account is unchanged.
  const { error } = await wire
    .client()
    .signInWithPassword({ email: "taken@example.com", password });
  expect(error).toBeNull();
});

describe("an unconfirmed account", () => {
  const signIn = async (email: string, password: string) =>
    (await wire.client().signInWithPassword({ email, password })).error?.message;
  const confirm = (email: string, type: "signup" | "recovery" = "signup") =>
    wire.client().verifyOtp({ email, token: wire.emailTo(email).code ?? "", type });

  test("a repeated sign-up of an unconfirmed account sends a new message and keeps the password", async () => {
    const email = "twice@example.com";
    await wire.client().signUp({ email, password });
    const firstMessage = wire.emailTo(email);
    await wire.client().signUp({ email, password });
    const secondMessage = wire.emailTo(email);
    expect(secondMessage.code).not.toBe(firstMessage.code);
    const staleCode = await wire
      .client()
      .verifyOtp({ email, token: firstMessage.code ?? "", type: "signup" });
    expect(staleCode.error?.message).toBe("Token has expired or is invalid");
    expect((await confirm(email)).error).toBeNull();
    expect(await signIn(email, password)).toBeUndefined();
  });

  test("an unconfirmed account with two sign-ups accepts neither password", async () => {
    const email = "contested@example.com";
    await wire.client().signUp({ email, password: "first one" });
    await wire.client().signUp({ email, password: "second one" });
    await confirm(email);
    expect(await signIn(email, "first one")).toBe("Invalid login credentials");
    expect(await signIn(email, "second one")).toBe("Invalid login credentials");
  });

  test("an unconfirmed account loses a stranger's password when its owner signs in by a link", async () => {
    const email = "awaited@example.com";
    await wire.client().signUp({ email, password: "of a stranger" });
    await wire.client().signInWithOtp({ email });
    await confirm(email);
    expect(await signIn(email, "of a stranger")).toBe("Invalid login credentials");
  });

  test("an unconfirmed account loses a stranger's password when its owner resets it", async () => {
    const email = "forgotten@example.com";
    await wire.client().signUp({ email, password: "of a stranger" });
    await wire.client().resetPasswordForEmail(email);
    await confirm(email, "recovery");
    expect(await signIn(email, "of a stranger")).toBe("Invalid login credentials");
  });

  test("a confirmed phone number cannot be used for another sign-up", async () => {
    const phone = "447700900777";
    await wire
      .client()
      .signUp({ phone: `+${phone}`, password, options: { data: { name: "Ada" } } });
    const token = wire.texts.at(-1)?.code ?? "";
    await wire.client().verifyOtp({ phone, token, type: "sms" });
    await database.query(
      sql`update auth.users set email = 'by.phone@example.com' where phone = ${phone}`,
    );
    const stranger = { email: "by.phone@example.com", password: "another one" };
    const { body } = await wire.post("/signup", stranger);
    expect(body.phone).toBe("");
    expect(body.user_metadata).not.toHaveProperty("name");
    expect((await wire.client().signInWithPassword({ phone, password })).error).toBeNull();
  });
});

test("a sign-up is refused if the account with its address is confirmed at the same time", async () => {
  const withoutConfirmations = await authFixture(database, {
    auth: { email: { enable_confirmations: false } },
  });
  const email = "confirmed-during-sign-up@example.com";
  const { data } = await wire.client().signUp({ email, password });
  const { stranger } = await database.transaction(async (connection) => {
    const user = await lockUser(connection, data.user?.id ?? "");
    if (!user) throw new Error("The user does not exist.");
    const stranger = withoutConfirmations.post(
      "/signup",
      { email, password: "another one" },
      apiVersion,
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await confirmEmail(connection, user);
    return { stranger };
  });
  expect(await stranger).toMatchObject({ status: 422, body: { code: "user_already_exists" } });
});

test("a sign-up without confirmations opens a session, and a taken address is reported", async () => {
  const withoutConfirmations = await authFixture(database, {
    auth: { email: { enable_confirmations: false } },
  });
  const firstSignUp = await withoutConfirmations
    .client()
    .signUp({ email: "open@example.com", password });
  expect(firstSignUp.data.session?.access_token).toBeTruthy();
  expect(firstSignUp.data.user?.email_confirmed_at).toBeTruthy();
  const repeatedSignUp = await withoutConfirmations
    .client()
    .signUp({ email: "open@example.com", password });
  expect(repeatedSignUp.error).toMatchObject({
    status: 422,
    code: "user_already_exists",
    message: "User already registered",
  });
});

test("ten simultaneous sign-ups with one address create one account", async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      wire.post("/signup", { email: "crowd@example.com", password }, apiVersion),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await database.query(
    sql`select count(*) from auth.users where email = 'crowd@example.com'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a phone number gets its code by text message", async () => {
  const client = wire.client();
  const { error } = await client.signUp({ phone: "+44 7700 900123", password });
  expect(error).toBeNull();
  const message = wire.texts.at(-1);
  expect(message).toMatchObject({ to: "447700900123", text: `Your code is ${message?.code}` });
  const { data } = await client.verifyOtp({
    phone: "+447700900123",
    token: message?.code ?? "",
    type: "sms",
  });
  expect(data.user?.phone_confirmed_at).toBeTruthy();
  expect(data.session).not.toBeNull();
});

test("an anonymous user can sign in if the project allows anonymous sign-ins", async () => {
  const refusal = await wire.client().signInAnonymously();
  expect(refusal.error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
  const withAnonymousSignIns = await authFixture(database, {
    auth: { enable_anonymous_sign_ins: true },
  });
  const { data } = await withAnonymousSignIns
    .client()
    .signInAnonymously({ options: { data: { theme: "dark" } } });
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: "",
    user_metadata: { theme: "dark" },
  });
});

test("an account whose message cannot be sent can sign up again", async () => {
  const email = "lost@example.com";
  wire.mailServer.isDown = true;
  const response = await wire.post("/signup", { email, password }, apiVersion);
  wire.mailServer.isDown = false;
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ email, confirmation_sent_at: expect.any(String) });

  expect((await wire.post("/signup", { email, password }, apiVersion)).status).toBe(200);
  const token = wire.emailTo(email).code ?? "";
  const client = wire.client();
  expect((await client.verifyOtp({ email, token, type: "signup" })).error).toBeNull();
  expect((await wire.client().signInWithPassword({ email, password })).error).toBeNull();
});

test("a project's trigger that refuses a user stops the sign-up", async () => {
  await database.script(`
    create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'not you'; end $$;
    create trigger refuse after insert on auth.users for each row
      when (new.email = 'refused@example.com') execute function public.refuse()`);
  const response = await wire.post(
    "/signup",
    { email: "refused@example.com", password },
    apiVersion,
  );
  expect(response.status).toBe(500);
  expect(response.body).toEqual({
    code: "unexpected_failure",
    message: "Database error saving new user",
  });
});

test("a trigger that violates a unique constraint of the project stops the sign-up", async () => {
  await database.script(`
    create table public.names (name text unique);
    create function public.take_name() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin insert into public.names values (new.raw_user_meta_data ->> 'name'); return new; end $$;
    create trigger take_name after insert on auth.users for each row
      when (new.raw_user_meta_data ? 'name') execute function public.take_name()`);
  const withAnonymousSignIns = await authFixture(database, {
    auth: { enable_anonymous_sign_ins: true },
  });
  const signUp = (email: string) =>
    withAnonymousSignIns.post("/signup", { email, password, data: { name: "Grace" } }, apiVersion);
  expect((await signUp("grace@example.com")).status).toBe(200);
  expect(await signUp("grace.again@example.com")).toMatchObject({
    status: 500,
    body: { code: "unexpected_failure", message: "Database error saving new user" },
  });
  expect(
    await withAnonymousSignIns.post("/signup", { data: { name: "Grace" } }, apiVersion),
  ).toMatchObject({
    status: 500,
    body: { code: "unexpected_failure", message: "Database error creating anonymous user" },
  });
});

test("a trigger's refusal of a new user is the same for a taken address", async () => {
  await wire.signedIn("owner@example.com");
  await database.script(`
    create table public.profiles (id uuid references auth.users on delete cascade, name text unique);
    create function public.make_profile() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin
        insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'nickname');
        return new;
      end $$;
    create trigger make_profile after insert on auth.users for each row
      when (new.raw_user_meta_data ? 'nickname') execute function public.make_profile()`);
  const signUp = (email: string, nickname: string) =>
    wire.post("/signup", { email, password, data: { nickname } }, apiVersion);
  expect((await signUp("first@example.com", "ada")).status).toBe(200);
  const refusal = await signUp("newcomer@example.com", "ada");
  expect(refusal.status).toBe(500);
  expect(await signUp("owner@example.com", "ada")).toMatchObject({
    status: refusal.status,
    body: refusal.body,
  });

  // A sign-up for a taken address must leave nothing behind: no profile, and no reserved nickname.
  expect((await signUp("owner@example.com", "grace")).status).toBe(200);
  const { rows } = await database.query(sql`select name from public.profiles order by name`);
  expect(rows).toEqual([{ name: "ada" }]);
  // The account with the nickname is not confirmed yet, so its owner may request the message again.
  expect((await signUp("first@example.com", "ada")).status).toBe(200);
  expect(
    (await wire.post("/otp", { email: "owner@example.com", data: { nickname: "ada" } })).status,
  ).toBe(200);
  expect(wire.emailTo("owner@example.com").kind).toBe("magic_link");
});
