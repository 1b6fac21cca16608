import { expect, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

const run = (project: string, ...args: string[]) => portico([...args, "--project", project]).ended;

test("portico promote reports what fails on the hosted service, what is pushed, and what is moved", async () => {
  const project = await projectFolder({
    "supabase/config.toml": `
[auth.external.github]
enabled = true
[portico.realtime]
private_only = true
[storage.buckets.avatars]
public = true
[db.vault]
token = "t"`,
    "supabase/functions/hello/index.ts": "Deno.serve(() => new Response())",
    "supabase/seed.sql":
      "insert into auth.users (id, email) values (gen_random_uuid(), 'ann@example.com');",
    "supabase/migrations/1_profiles.sql": `
select 1 / (select count(*) from vault.decrypted_secrets where name = 'token');
create extension http with schema extensions;
create role reporter login;
create table profiles (id uuid primary key);
create function add_profile() returns trigger language plpgsql security definer as
  $$ begin insert into profiles values (new.id); return new; end $$;
create trigger on_signup after insert on auth.users for each row execute function add_profile();
alter table auth.users add column nickname text;
alter role authenticated set work_mem = '8MB';
alter role authenticated set statement_timeout = '5s';`,
  });
  const firstRun = await run(project, "promote", "--dry-run", "-o", "json");
  expect(firstRun.code).toBe(1);
  const { differences, pushed, data } = JSON.parse(firstRun.output);
  // Every project has the setting search_path, so it is not a difference.
  expect(firstRun.output).not.toContain("The database has the setting search_path");
  const failing = differences
    .filter(({ severity }: { severity: string }) => severity === "fails")
    .map(({ cause }: { cause: string }) => cause);
  expect(failing).toEqual([
    expect.stringContaining("The trigger on_signup on auth.users"),
    "supabase/migrations/1_profiles.sql:9 changes an object of the platform, which postgres does not own: alter table auth.users add column nickname text",
    "supabase/migrations/1_profiles.sql:10 changes a reserved role, which needs a superuser: alter role authenticated set work_mem = '8MB'",
    expect.stringContaining("auth.external.github has no client_id."),
  ]);
  const causes = differences.map(({ cause }: { cause: string }) => cause).join("\n");
  expect(causes).toContain("The extension http is a stand-in here whose functions do nothing.");
  expect(causes).toContain("The role reporter can log in.");
  expect(causes).toContain("[portico] realtime has no effect on the hosted service.");
  expect(pushed).toEqual({
    migrations: ["1_profiles.sql"],
    secrets: ["token"],
    seeds: ["supabase/seed.sql"],
    config: ["auth", "storage"],
    functions: ["hello"],
    buckets: ["avatars"],
  });
  expect(data).toBeUndefined();
  expect(await run(project, "promote")).toMatchObject({
    code: 1,
    output: expect.stringContaining("add --dry-run"),
  });
}, 120_000);

test("a project that works on the hosted service passes its rehearsal", async () => {
  const project = await projectFolder({
    "supabase/config.toml": "",
    "supabase/seed.sql":
      "insert into auth.users (id, email) values (gen_random_uuid(), 'ann@example.com');",
    "supabase/migrations/1_profiles.sql": "create table profiles (id uuid primary key);",
  });
  expect(await run(project, "migration", "up")).toMatchObject({ code: 0 });
  const passingRun = await run(project, "promote", "--dry-run");
  expect(passingRun.code).toBe(0);
  expect(passingRun.output).toContain("supabase db push: 1_profiles.sql\n");
  expect(passingRun.output).toContain(
    "1 user: with portico export, including the hashes of their passwords",
  );
}, 120_000);
