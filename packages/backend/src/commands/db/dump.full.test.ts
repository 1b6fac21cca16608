import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder } from "../../../test/project-folder.ts";

/** Runs a command that succeeds, and returns its output. */
async function output(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const result = await portico(args, env).ended;
  expect(result, args.join(" ")).toMatchObject({ code: 0 });
  return result.output;
}

const schema = `
  create role editor;
  alter schema public owner to postgres;
  create extension pg_trgm with schema extensions;
  create extension pg_cron;
  create schema app;
  grant usage on schema app to authenticated, editor;
  alter default privileges in schema app grant select on tables to anon;
  create type app.mood as enum ('calm', 'busy');
  create domain app.short as text check (char_length(value) <= 20);
  create table app.notes (
    id bigint generated always as identity primary key,
    owner uuid default auth.uid() references auth.users on delete cascade,
    mood app.mood not null default 'calm',
    title app.short,
    length int generated always as (char_length(title)) stored
  );
  create table "Odd Name" (id serial primary key, "day;" date not null) partition by list (id);
  create index on app.notes using gin (title extensions.gin_trgm_ops);
  create view app.busy with (security_invoker) as select id from app.notes where mood = 'busy';
  create materialized view app.counts as select mood, count(*) from app.notes group by mood;
  create function app.add() returns trigger language plpgsql security definer set search_path = '' as $f$
begin
/*
-- Name: not a heading; Type: comment
CREATE TABLE "x" (id int);

ALTER TABLE "x" OWNER TO "y";
*/
  insert into app.notes (owner, title) values (new.id, 'welcome');



ALTER TABLE app.notes OWNER TO "postgres";

  return new;
end $f$;
  comment on function app.add() is 'Writes a first note.';
  create trigger on_signup after insert on auth.users for each row execute function app.add();
  alter table app.notes enable row level security;
  create policy "own notes" on app.notes for all to authenticated, editor using (owner = (select auth.uid()));
  create policy "own files" on storage.objects for select to authenticated using (owner = (select auth.uid()));
  revoke execute on function app.add() from public;
  create function closed() returns int language sql security definer set search_path = '' as 'select 1';
  revoke execute on function closed() from public, anon, authenticated;
  create table hidden (id int);
  revoke all on hidden from anon;
  grant select (id, title) on app.notes to anon;
  alter publication supabase_realtime add table app.notes;`;

const rows = `
  insert into auth.users (id, email) values ('11111111-1111-4111-8111-111111111111', 'ann@example.com');
  insert into app.notes (title) values (E'a\\nb;'), ('it''s');
  insert into storage.buckets (id, name) values ('b', 'b');`;

test("the schema of a dump equals the database it comes from, and its rows load into it", async () => {
  const project = await projectFolder({
    "supabase/config.toml": "",
    "supabase/migrations/1_schema.sql": schema,
    "supabase/seed.sql": rows,
  });
  const data = join(project, ".portico");
  await output(["migration", "up", "--project", project]);
  const roles = await output(["db", "dump", "--role-only", "--project", project]);
  expect(roles).toContain('create role "editor" nologin');
  expect(roles).not.toMatch(/password|supabase_admin/);
  const dump = await output(["db", "dump", "--project", project]);
  expect(dump).not.toMatch(/portico\.|pgrst|^ALTER (?!TABLE app\.notes).* OWNER TO "postgres"/m);
  expect(dump).toContain('ALTER SCHEMA "public" OWNER TO CURRENT_USER;');
  expect(dump).toContain('create policy "own files" on storage.objects');

  const copy = await projectFolder({
    "supabase/config.toml": "",
    "supabase/migrations/0_roles.sql": roles,
    "supabase/migrations/1_dump.sql": dump,
  });
  // Compare the migrations of the copy with the database of the original.
  expect(await output(["db", "diff", "--project", copy, "--data", data])).toBe("");

  const file = join(copy, "data.sql");
  await output(["db", "dump", "--data-only", "-f", file, "--project", project]);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, "utf8")).not.toContain('"portico"');
  await output(["migration", "up", "--project", copy]);
  await output(["db", "query", "-f", file, "--project", copy]);
  const countQuery = `select (select count(*) from auth.users)::int as users,
    (select array_agg(title order by title)::text from app.notes) as notes`;
  const readCounts = async (folder: string) =>
    JSON.parse(await output(["db", "query", countQuery, "-o", "json", "--project", folder]));
  expect(await readCounts(copy)).toEqual(await readCounts(project));

  const partialDump = await output(["db", "dump", "-s", "public", "--project", project]);
  expect(partialDump).toContain('"Odd Name"');
  expect(partialDump).not.toContain('"app"');
}, 240_000);

test("a server's schema can be dumped and loaded again", async () => {
  const { storage, drop } = await makeTestStorage();
  if (!("url" in storage)) return drop();
  try {
    const project = await projectFolder({
      "supabase/config.toml": "",
      "supabase/migrations/1_notes.sql":
        "create extension pg_jsonschema; create table notes (id int primary key, text text);",
    });
    const env = { DATABASE_URL: storage.url };
    await output(["migration", "up", "--project", project], env);
    const dump = await output(["db", "dump", "--project", project], env);
    expect(dump).toContain('CREATE EXTENSION IF NOT EXISTS "pg_jsonschema"');
    const copy = await projectFolder({
      "supabase/config.toml": "",
      "supabase/migrations/1_dump.sql": dump,
    });
    await output(["migration", "up", "--project", copy]);
    const sql = "select count(*)::int as count from notes";
    expect(JSON.parse(await output(["db", "query", sql, "-o", "json", "--project", copy]))).toEqual(
      [{ count: 0 }],
    );
  } finally {
    await drop();
  }
}, 120_000);
