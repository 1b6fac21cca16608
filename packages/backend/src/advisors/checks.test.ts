import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { advise } from "./advise.ts";
import { checks } from "./all-checks.ts";

/** A schema, and the findings that a check must report in it, each by its name and its key. */
interface Case {
  readonly script: string;
  readonly expected: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  rls_disabled_in_public: {
    script: `
      create table open (id int primary key);
      create table closed (id int primary key);
      alter table closed enable row level security;
      create table internal (id int primary key);
      revoke all on internal from anon, authenticated;`,
    expected: ["open"],
  },
  policy_exists_rls_disabled: {
    script: `
      create table idle (id int primary key);
      create policy "Nobody" on idle using (false);
      create table active (id int primary key);
      alter table active enable row level security;
      create policy "Nobody" on active using (false);`,
    expected: ["idle"],
  },
  sensitive_columns_exposed: {
    script: `
      create table accounts (id int primary key, "Name" text, password_hash text, ssn text);
      create table profiles (id int primary key, api_token text, has_password boolean, token_count int);
      alter table profiles enable row level security;
      create policy "All read" on profiles for select using (true);
      create table safe (id int primary key, password text, password_changed_at timestamptz);
      alter table safe enable row level security;
      create policy "Own" on safe for select using (id = 1);
      create table narrow (id int primary key, secret text);
      revoke select on narrow from anon, authenticated;
      grant select (id) on narrow to anon, authenticated;`,
    expected: ["accounts", "profiles"],
  },
  auth_users_exposed: {
    script: `
      create view people as select id, email from auth.users;
      create view names as select email as name from people;
      create materialized view counted as select count(*) from auth.users;
      create view own with (security_invoker = on) as select id from auth.users;
      create view internal as select id from auth.users;
      revoke all on internal from anon, authenticated;`,
    expected: ["counted", "names", "people"],
  },
  security_definer_view: {
    script: `
      create table notes (id int primary key);
      create view past as select * from notes;
      create view own with (security_invoker) as select * from notes;`,
    expected: ["past"],
  },
  rls_references_user_metadata: {
    script: `
      create table notes (id int primary key);
      alter table notes enable row level security;
      create policy "Staff" on notes using ((auth.jwt() -> 'user_metadata' ->> 'role') = 'staff');
      create policy "Admins" on notes using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'admin');`,
    expected: ["notes Staff"],
  },
  rls_policy_always_true: {
    script: `
      create table messages (id int primary key);
      alter table messages enable row level security;
      create policy "Anyone sends" on messages for insert to anon with check (true);
      create policy "Anyone reads" on messages for select using (true);
      create policy "The server writes" on messages to service_role using (true);
      create table tasks (id int primary key, "user Id" uuid references auth.users);
      alter table tasks enable row level security;
      create policy "All" on tasks using (true);
      create policy "Check" on tasks for update to authenticated using (id = 1) with check (true);`,
    expected: ["messages Anyone sends", "tasks All", "tasks Check"],
  },
  anon_security_definer_function_executable: {
    script: `
      create function secret(a int, "B" text default '') returns int language sql security definer as 'select 1';
      create function invoker() returns int language sql as 'select 1';
      create function internal() returns int language sql security definer as 'select 1';
      revoke execute on function internal from public, anon;
      create function on_change() returns trigger language plpgsql security definer as 'begin return new; end';`,
    expected: ['secret a integer, "B" text'],
  },
  function_search_path_mutable: {
    script: `
      create function loose(a int) returns int language sql as 'select 1';
      create function fixed(a int) returns int language sql set search_path = '' as 'select 1';
      create function atomic() returns int language sql begin atomic select 1; end;
      create procedure saves() language plpgsql as 'begin commit; end';
      create procedure plain() language plpgsql as 'begin end';`,
    expected: ["loose a integer", "plain"],
  },
  materialized_view_in_api: {
    script: `
      create materialized view totals as select 1 as total;
      create materialized view internal as select 1 as total;
      revoke all on internal from anon, authenticated;`,
    expected: ["totals"],
  },
  foreign_table_in_api: {
    script: `
      create foreign data wrapper test_wrapper;
      create server test_server foreign data wrapper test_wrapper;
      create foreign table remote (id int) server test_server;
      create foreign table internal (id int) server test_server;
      revoke all on internal from anon, authenticated;`,
    expected: ["remote"],
  },
  rls_enabled_no_policy: {
    script: `
      create table empty (id int primary key);
      alter table empty enable row level security;
      create table owned (id int primary key, user_id uuid);
      alter table owned enable row level security;
      create table filled (id int primary key);
      alter table filled enable row level security;
      create policy "All" on filled using (true);`,
    expected: ["empty", "owned"],
  },
  auth_rls_initplan: {
    script: `
      create table teams (id int primary key, owner uuid, name text);
      alter table teams enable row level security;
      create table members (team int, person uuid, primary key (team, person));
      create policy "Slow" on teams for select using (auth.uid() = owner);
      create policy "Slow check" on teams for update using ((select auth.uid()) = owner)
        with check (auth.role() = 'authenticated' and name <> 'it''s auth.uid()');
      create policy "Slow setting" on teams for delete
        using (current_setting('request.jwt.claims'::text, true)::json ->> 'sub' = owner::text);
      create policy "Slow members" on teams for select using (exists (
        select from members where team = teams.id and person = auth.uid()));
      create policy "Fast" on teams for select using ((select auth.uid()) = owner);
      create policy "Fast claim" on teams for select using ((select auth.jwt() ->> 'team') = name);
      create policy "Fast members" on teams for select using (exists (
        select from members where team = teams.id and person = (select auth.uid())));`,
    expected: ["teams Slow", "teams Slow check", "teams Slow members", "teams Slow setting"],
  },
  multiple_permissive_policies: {
    script: `
      create table notes (id int primary key, name text);
      alter table notes enable row level security;
      create policy "First" on notes for select to authenticated using (id = 1);
      create policy "Second" on notes for select to authenticated using (id = 2);
      create policy "Visitors" on notes for select to anon using (id = 3);
      create policy "Limit" on notes as restrictive for select using (id < 10);
      create table mixed (id int primary key);
      alter table mixed enable row level security;
      create policy "Own" on mixed to authenticated using (id = 1);
      create policy "New" on mixed for insert to authenticated with check (id = 2);
      create table fine (id int primary key);
      alter table fine enable row level security;
      create policy "Read" on fine for select using (true);
      create policy "Write" on fine for insert with check (id = 1);`,
    expected: ["mixed New_Own", "notes First_Second"],
  },
  duplicate_index: {
    script: `
      create table people (id int primary key, email text unique, name text);
      create index people_email on people (email);
      create index people_id on people (id);
      create index people_name on people (name);
      create index people_name_down on people (name desc);
      create index people_name_some on people (name) where id > 1;
      create index people_name_too on people (name);
      alter table people add constraint people_email_again unique (email);`,
    expected: [
      "people people_email",
      "people people_email_key",
      "people people_id",
      "people people_name_too",
    ],
  },
  unindexed_foreign_keys: {
    script: `
      create table parents (a int, b int, primary key (a, b));
      create table lacking (id int primary key, "A" int, b int, foreign key ("A", b) references parents);
      create table indexed (id int primary key, a int, b int, foreign key (a, b) references parents);
      create index on indexed (b, a, id);
      create table partly (id int primary key, a int, b int, foreign key (a, b) references parents);
      create index on partly (a);
      create table partial (id int primary key references indexed, parent int references indexed);
      create index on partial (parent) where parent is not null;`,
    expected: ["lacking lacking_A_b_fkey", "partly partly_a_b_fkey"],
  },
  unindexed_policy_columns: {
    script: `
      create table members (team int, person uuid, role text, primary key (team, person));
      create table notes (id int primary key, owner uuid, "Team no" int, done boolean, text text);
      alter table notes enable row level security;
      create policy "Own" on notes using ((select auth.uid()) = owner) with check (text = 'a');
      create policy "Members" on notes for select using (exists (
        select from members as m where m.team = notes."Team no" and m.person = (select auth.uid())));
      create policy "Done" on notes for select using (done = true and id = 1);
      create table fast (id int primary key, owner uuid, author uuid references auth.users);
      alter table fast enable row level security;
      create index on fast (owner);
      create policy "Own" on fast using ((select auth.uid()) in (owner, author) or author = (select auth.uid()));`,
    expected: ["notes Team no", "notes owner"],
  },
  unused_index: {
    script: `
      create table things (id int primary key, a int, b int, parent int references things);
      create index things_a on things (a);
      create index things_b on things (b);
      create index things_parent on things (parent);
      create table small (id int primary key, a int);
      create index small_a on small (a);
      insert into things (id, a, b) select i, i, i from generate_series(1, 2000) as i;
      insert into small values (1, 1);
      select from things;
      select from small;
      set enable_seqscan = off;
      set enable_bitmapscan = off;
      select * from things where b = 7;
      reset enable_seqscan;
      reset enable_bitmapscan;
      select pg_stat_force_next_flush();`,
    expected: ["things things_a"],
  },
  no_primary_key: {
    script: `
      create table keyless (name text);
      create table numbered (id int unique);
      create table keyed (id int primary key);
      create table parts (id int, primary key (id)) partition by range (id);
      create table part partition of parts for values from (1) to (2);`,
    expected: ["keyless", "numbered"],
  },
};

const scope = { exposedSchemas: Object.keys(cases) };
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function find(name: string) {
  const findings = await advise(
    database,
    scope,
    checks.filter((check) => check.name === name),
  );
  return findings.filter(({ metadata }) => metadata["schema"] === name);
}

const labelsOf = (findings: Awaited<ReturnType<typeof find>>, schema: string) =>
  findings.map(({ cache_key }) => cache_key.slice(`${schema}_${schema}_`.length).replace("_", " "));

test("a new project has no findings", async () => {
  expect(await advise(database, { exposedSchemas: ["public", "graphql_public"] })).toEqual([]);
});

describe("advisors", () => {
  test.each(Object.entries(cases))(
    "the check %s finds its problem and suggests SQL that fixes it",
    async (name, { script, expected }) => {
      await database.script(`
      create schema ${name};
      grant usage on schema ${name} to anon, authenticated;
      alter default privileges in schema ${name} grant all on tables to anon, authenticated, service_role;
      set search_path = ${name}, extensions;
      ${script}
      reset search_path;`);
      const initialFindings = await find(name);
      expect(labelsOf(initialFindings, name)).toEqual(expected);
      for (const { fix } of initialFindings) await database.script(fix ?? "");
      expect(labelsOf(await find(name), name)).toEqual([]);
    },
  );
});

test("an extension in the schema public is found, and the suggested SQL moves it", async () => {
  await database.script(`
    create extension citext with schema public;
    create extension cube with schema extensions;
    create table public.words (word public.citext primary key);`);
  const [check] = checks.filter(({ name }) => name === "extension_in_public");
  const findings = await advise(database, scope, check ? [check] : []);
  expect(findings.map(({ metadata }) => metadata["name"])).toEqual(["citext"]);
  for (const { fix } of findings) await database.script(fix ?? "");
  expect(await advise(database, scope, check ? [check] : [])).toEqual([]);
});

test("policies on storage.objects are checked, but Supabase's own tables are not", async () => {
  await database.script(`
    create policy "Anyone uploads" on storage.objects for insert with check (bucket_id = 'a' and auth.uid() = owner);`);
  const findings = await advise(database, { exposedSchemas: ["public", "storage", "auth"] });
  const system = ["auth", "storage", "realtime", "extensions", "portico", "supabase_functions"];
  expect(
    findings
      .filter(({ metadata }) => system.includes(String(metadata["schema"])))
      .map(({ cache_key }) => cache_key),
  ).toEqual(["auth_rls_initplan_storage_objects_Anyone uploads"]);
});

test("the suggested SQL merges policies of the same roles into one for each action", async () => {
  await database.script(`
    create schema merged;
    create table merged.notes (id int primary key, owner uuid);
    alter table merged.notes enable row level security;
    create policy "Own" on merged.notes to authenticated using (auth.uid() = owner);
    create policy "Read" on merged.notes for select to authenticated using (id = 1);
    create policy "Change" on merged.notes for update to authenticated using (id = 2) with check (id = 3);`);
  const names = ["auth_rls_initplan", "multiple_permissive_policies"];
  const findInMerged = async () =>
    (
      await advise(
        database,
        scope,
        checks.filter(({ name }) => names.includes(name)),
      )
    ).filter(({ metadata }) => metadata["schema"] === "merged");
  const findings = await findInMerged();
  expect(findings.map(({ name }) => name)).toEqual([
    "auth_rls_initplan",
    "multiple_permissive_policies",
  ]);
  for (const { fix } of findings) await database.script(fix ?? "");
  expect(await findInMerged()).toEqual([]);
  const { rows } = await database.query(sql`
    select cmd, qual, with_check from pg_policies where schemaname = 'merged' order by cmd`);
  const own = "(( SELECT auth.uid() AS uid) = owner)";
  expect(rows).toEqual([
    { cmd: "DELETE", qual: own, with_check: null },
    { cmd: "INSERT", qual: null, with_check: own },
    { cmd: "SELECT", qual: `(${own} OR (id = 1))`, with_check: null },
    { cmd: "UPDATE", qual: `((id = 2) OR ${own})`, with_check: `((id = 3) OR ${own})` },
  ]);
});
