import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiVersion, password } from "../../test/auth/auth-fixture.ts";
import { fragment, refusal, type SocialFixture, socialFixture } from "../../test/auth/social.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

// The fixture runs every transaction as supabase_auth_admin, like the server of a project with triggers on
// auth.users.

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_anonymous_sign_ins: true,
      email: { enable_confirmations: false },
      external: { github: { enabled: true } },
    },
  });
  await database.script(`
    create table public.profiles (
      id uuid primary key references auth.users on delete cascade,
      role text,
      data jsonb
    );
    create table public.farewells (what text)`);
});
afterAll(() => database.close());

/** Variants of the trigger function that creates a profile. */
const triggerFunctions = {
  documented: `security definer set search_path = '' as $$
    begin insert into public.profiles values (new.id, current_user, new.raw_user_meta_data); return new; end $$`,
  unqualified: `security definer as $$
    begin insert into profiles values (new.id); return new; end $$`,
  "with its caller's rights": `set search_path = '' as $$
    begin insert into public.profiles values (new.id); return new; end $$`,
};

const createTrigger = (options: string, event = "insert") =>
  database.script(`
    create function public.handle_user() returns trigger language plpgsql ${options};
    create trigger on_auth_user after ${event} on auth.users
      for each row execute function public.handle_user()`);

beforeEach(async () => {
  await database.script(`
    drop function if exists public.handle_user() cascade;
    drop function if exists public.say_farewell() cascade;
    delete from auth.users; delete from public.farewells`);
});

const profiles = async () =>
  (await database.query(sql`select role, data ->> 'name' as name from public.profiles`)).rows;

describe("the documented trigger, with its owner's rights and an empty search path", () => {
  const user = { email: "ada@example.com", password, user_metadata: { name: "Ada" } };

  it.each<[string, () => Promise<unknown>]>([
    ["a sign-up", () => wire.client().signUp({ ...user, options: { data: user.user_metadata } })],
    ["a user whom an administrator creates", () => wire.admin().createUser(user)],
    [
      "an invitation",
      () => wire.admin().inviteUserByEmail(user.email, { data: user.user_metadata }),
    ],
    ["a guest", () => wire.client().signInAnonymously({ options: { data: user.user_metadata } })],
  ])("the documented trigger runs for %s", async (_, create) => {
    await createTrigger(triggerFunctions.documented);
    expect(await create()).toMatchObject({ error: null });
    expect(await profiles()).toEqual([
      { role: expect.not.stringContaining("supabase"), name: "Ada" },
    ]);
  });

  it("the documented trigger runs for a sign-in with a provider", async () => {
    await createTrigger(triggerFunctions.documented);
    const finalUrl = await wire.browser().signIn({ provider: "github" });
    expect(fragment(finalUrl)).toHaveProperty("access_token");
    expect(await profiles()).toMatchObject([{ name: "Grace Hopper" }]);
  });

  it("the documented trigger runs for changes by the user and by an administrator", async () => {
    await createTrigger(
      `security definer set search_path = '' as $$ begin
        update public.profiles set data = new.raw_user_meta_data where id = new.id; return new; end $$`,
      "update",
    );
    const client = wire.client();
    const { data } = await client.signUp(user);
    const id = data.user?.id ?? "";
    await database.query(sql`insert into public.profiles (id) values (${id})`);
    expect((await client.updateUser({ data: { name: "Countess" } })).error).toBeNull();
    expect(await profiles()).toMatchObject([{ name: "Countess" }]);
    const updateResponse = await wire
      .admin()
      .updateUserById(id, { user_metadata: { name: "Lovelace" } });
    expect(updateResponse.error).toBeNull();
    expect(await profiles()).toMatchObject([{ name: "Lovelace" }]);
  });

  it("the documented trigger runs for a deletion before the user's referring rows are deleted", async () => {
    await createTrigger(
      `security definer set search_path = '' as $$ begin
        insert into public.farewells values ('user'); return old; end $$`,
      "delete",
    );
    await database.script(`
      create function public.say_farewell() returns trigger
        language plpgsql security definer set search_path = '' as $$
        begin insert into public.farewells values ('profile'); return old; end $$;
      create constraint trigger say_farewell after delete on public.profiles
        deferrable initially deferred for each row execute function public.say_farewell()`);
    const { data } = await wire.admin().createUser(user);
    const id = data.user?.id ?? "";
    await database.query(sql`insert into public.profiles (id) values (${id})`);
    expect((await wire.admin().deleteUser(id)).error).toBeNull();
    expect(await profiles()).toEqual([]);
    const { rows } = await database.query(sql`select what from public.farewells order by 1`);
    expect(rows).toEqual([{ what: "profile" }, { what: "user" }]);
  });
});

describe.each(["unqualified", "with its caller's rights"] as const)(
  "a trigger function %s",
  (kind) => {
    const unexpectedFailure = (message: string) => ({
      status: 500,
      body: { code: "unexpected_failure", message },
    });
    const asAdmin = () => ({
      ...apiVersion,
      authorization: `Bearer ${wire.auth.keys.serviceRole}`,
    });
    const body = { email: "ada@example.com", password };

    it.each([
      ["a sign-up", "/signup", body, "Database error saving new user"],
      ["a guest", "/signup", {}, "Database error creating anonymous user"],
      ["an invitation", "/invite", { email: body.email }, "Database error saving new user"],
      ["an administrator", "/admin/users", body, "Database error creating new user"],
    ])(
      "a failing trigger function refuses %s as the reference does",
      async (_, path, content, message) => {
        await createTrigger(triggerFunctions[kind]);
        expect(await wire.post(path, content, asAdmin())).toMatchObject(unexpectedFailure(message));
        expect((await database.query(sql`select from auth.users`)).rows).toEqual([]);
      },
    );

    it("a failing trigger function redirects a provider sign-in with the reference's error", async () => {
      await createTrigger(triggerFunctions[kind]);
      expect(refusal(await wire.browser().signIn({ provider: "github" }))).toEqual({
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Database error saving new user",
      });
    });

    it("a failing trigger function refuses sign-ins, changes and deletions as the reference does", async () => {
      const client = wire.client();
      const { data } = await client.signUp(body);
      await createTrigger(triggerFunctions[kind].replaceAll("new", "old"), "update or delete");
      expect(await wire.post("/token?grant_type=password", body, apiVersion)).toMatchObject(
        unexpectedFailure("Database error granting user"),
      );
      const change = async (attributes: object) => (await client.updateUser(attributes)).error;
      expect(await change({ data: { name: "Ada" } })).toMatchObject({
        status: 500,
        message: "Error updating user",
      });
      expect(await change({ password: `${password}!` })).toMatchObject({
        status: 500,
        message: "Error during password storage",
      });
      const deletion = await wire.admin().deleteUser(data.user?.id ?? "");
      expect(deletion.error).toMatchObject({
        status: 500,
        message: "Database error deleting user",
      });
    });
  },
);

it("a link whose confirmation a trigger refuses returns the reference's error, and the log has the cause", async () => {
  const withConfirmations = await socialFixture(database);
  const email = "ada@example.com";
  await withConfirmations.client().signUp({ email, password });
  await createTrigger(triggerFunctions["with its caller's rights"], "update");
  const link = new URL(withConfirmations.emailTo(email).link ?? "");
  const { url } = await withConfirmations.browser().open(`${link.pathname}${link.search}`);
  expect(fragment(url)).toMatchObject({ error_description: "Error confirming user" });
  expect(withConfirmations.errors).toEqual([expect.objectContaining({ code: "42501" })]);
});
