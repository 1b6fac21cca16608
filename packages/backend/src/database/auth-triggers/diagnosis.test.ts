import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../port.ts";
import { findTriggersFailingOnHosted } from "./diagnosis.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script("create table public.profiles (id uuid, email text)");
});
afterAll(() => database.close());

/** Returns the findings for a trigger on `auth.users` that calls a function with this body. */
async function findingsFor(body: string, options: string) {
  await database.script(`
    create or replace function public.greet() returns trigger language plpgsql as $$ begin return new; end $$;
    drop function public.greet() cascade;
    create function public.greet() returns trigger language plpgsql ${options}
      as $$ begin ${body}; return new; end $$;
    create trigger on_user after insert on auth.users for each row execute function public.greet();`);
  return findTriggersFailingOnHosted(database);
}

test("a trigger function that finds its table only through the search path is reported with the remedy", async () => {
  expect(
    await findingsFor("insert into profiles (id) values (new.id)", "security definer"),
  ).toEqual([
    {
      effect:
        "The trigger on_user on auth.users fails here, as on the hosted service, which runs it as supabase_auth_admin with the search path auth: public.greet() names profiles without its schema.",
      remedy:
        "Write names with their schema (public.profiles), and run: alter function public.greet() security definer set search_path = '';",
    },
  ]);
});

test("a trigger function with the rights of its caller is reported, because the caller has none on the table", async () => {
  expect(
    await findingsFor("insert into public.profiles (id) values (new.id)", "set search_path = ''"),
  ).toEqual([
    {
      effect: expect.stringContaining("no rights on profiles, which public.greet() uses"),
      remedy: expect.stringContaining("security definer"),
    },
  ]);
});

test.each([
  ["insert into public.profiles (id) values (new.id)", "security definer"],
  ["insert into profiles (id) values (new.id)", "security definer set search_path = public"],
  ["perform 1 from users; update users set phone = null where false", "security definer"],
  ["-- insert into profiles\n perform 1", ""],
])("the trigger %j gives no finding with %j", async (body, options) => {
  expect(await findingsFor(body, options)).toEqual([]);
});
