import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { deno } from "../../test/servers/functions-wire.ts";

const notes = `create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users,
  body text not null
);
alter table public.notes enable row level security;
create policy own on public.notes to authenticated using (owner = (select auth.uid()));
grant select, insert on public.notes to authenticated;
create index on public.notes (owner);
`;

const policyTest = `begin;
select plan(1);
insert into auth.users (id, email) values ('00000000-0000-0000-0000-000000000001', 'x@example.com');
insert into public.notes (owner, body) values ('00000000-0000-0000-0000-000000000001', 'mine');
set local role authenticated;
set local request.jwt.claims = '{"sub": "00000000-0000-0000-0000-000000000001"}';
select is(count(*)::int, 1, 'a user reads their notes') from public.notes;
select * from finish();
rollback;
`;

/** Returns functions that act like a developer's terminal, editor and git in a folder. */
function workIn(project: string) {
  const inFolder = ["sh", "-c", 'cd "$0" && exec "$@"', project];
  const start = (args: readonly string[]) => portico(args, {}, undefined, inFolder);
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  return {
    start,
    run: async (...args: string[]) => {
      const result = await start(args).ended;
      expect(result, args.join(" ")).toMatchObject({ code: 0 });
      return result.output;
    },
    save: async (path: string, text: string) => {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    },
    git: (...args: string[]) =>
      execFileSync("git", [...identity, ...args], { cwd: project, stdio: "ignore" }),
  };
}

test("a developer goes from an empty folder to a rehearsal of the move to the hosted service", async () => {
  const project = await projectFolder({});
  const { start, run, save, git } = workIn(project);
  git("init", "--initial-branch", "main");
  expect(await run("init")).toContain("portico dev");
  const config = `${await readFile(join(project, "supabase/config.toml"), "utf8")}
[portico]
branches = true
types = "src/database.types.ts"
`;
  await save("supabase/config.toml", config);
  await save(".gitignore", ".portico\n");
  git("add", ".");
  git("commit", "--message", "init");

  const dev = start(["dev", "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    dev.process.kill("SIGKILL");
    await dev.ended;
  });
  const url = await dev.origin;
  const waitForOutput = (text: string, times = 1) =>
    eventually(() => expect(dev.output().split(text).length - 1).toBeGreaterThanOrEqual(times));
  const keyNamed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(dev.output())?.[1] ?? "";
  const client = createClient(url, keyNamed("Publishable key"));
  const types = () => readFile(join(project, "src/database.types.ts"), "utf8");

  // Edit a migration after its file was created.
  const output = await run("migration", "new", "create_notes");
  const migration = /supabase\/migrations\/(\S+)\.sql/.exec(output)?.[0] ?? "";
  await save(migration, notes);
  await waitForOutput(`Applied ${migration.replace("supabase/migrations/", "")}.`);
  await eventually(async () => expect(await types()).toContain("notes: {"));
  expect(await client.auth.signUp({ email: "ann@example.com", password: "correct horse" })).toEqual(
    expect.objectContaining({ error: null }),
  );
  expect((await client.from("notes").insert({ body: "first" })).error).toBeNull();

  // A mistake must not change anything.
  await save("supabase/migrations/20990101000000_wrong.sql", "drop table notes;\nselekt;\n");
  await waitForOutput(
    'supabase/migrations/20990101000000_wrong.sql:2: syntax error at or near "selekt" (42601).',
  );
  await waitForOutput("  2 | selekt;\n      ^");
  expect((await client.from("notes").select("body")).data).toEqual([{ body: "first" }]);
  await rm(join(project, "supabase/migrations/20990101000000_wrong.sql"));

  // Declare a schema, look at the difference, and create a migration from it.
  const declared = notes.replace(
    "text not null",
    "text not null,\n  is_done boolean default false",
  );
  await save("supabase/schemas/notes.sql", declared);
  await waitForOutput('ADD COLUMN "is_done" boolean');
  await eventually(async () => expect(await types()).toContain("is_done: boolean"));
  await eventually(async () =>
    expect((await client.from("notes").select("is_done")).data).toEqual([{ is_done: false }]),
  );
  expect(await run("db", "diff")).toContain('ADD COLUMN "is_done" boolean');
  expect(await run("db", "diff", "-f", "add_is_done")).toContain("recorded it as applied");
  expect(await run("db", "diff")).toBe("");

  // Add a seed with rows, and one with accounts.
  await save("supabase/seed.sql", "create table if not exists public.seeded ();\n");
  await waitForOutput("Applied supabase/seed.sql.");
  await rm(join(project, "supabase/seed.sql"));
  await save(
    "supabase/seed-users.json",
    JSON.stringify([{ email: "ada@example.com", password: "correct horse" }]),
  );
  expect(await run("seed", "users")).toBe("Accounts created: 1; updated: 0.\n");
  const ada = { email: "ada@example.com", password: "correct horse" };
  expect((await client.auth.signInWithPassword(ada)).error).toBeNull();

  // Set a variable, and add a function that reads one.
  await save("supabase/config.toml", config.replace("[auth]", "[auth]\njwt_expiry = 1800"));
  await save("supabase/.env", "PORTICO_ADMIN_PORT=none\n");
  await waitForOutput("supabase/.env:1: The environment variable PORTICO_ADMIN_PORT must be");
  expect((await client.from("notes").select()).error).toBeNull();
  await save("supabase/.env", "");
  await waitForOutput("The settings have taken effect.");
  const session = (await client.auth.signInWithPassword(ada)).data.session;
  expect(session?.expires_in).toBe(1800);
  if (deno) {
    await save("supabase/functions/.env", "GREETING=Hello\n");
    const functionSource = (mark: string) =>
      `Deno.serve(() => Response.json(Deno.env.get("GREETING") + "${mark}"));`;
    const callFunction = async () => (await client.functions.invoke("greet")).data;
    await save("supabase/functions/greet/index.ts", functionSource("!"));
    await eventually(async () => expect(await callFunction()).toBe("Hello!"));
    await save("supabase/functions/greet/index.ts", functionSource("?"));
    await eventually(async () => expect(await callFunction()).toBe("Hello?"));
  }

  // Run the checks.
  await save("supabase/tests/notes.sql", policyTest);
  expect(await run("test", "db")).toContain("Policies: 1 of 1 were evaluated");
  expect(await run("db", "lint")).toContain("No schema errors found");
  const advice = JSON.parse(await run("db", "advisors", "--output", "json"));
  expect(JSON.stringify(advice)).toContain("seeded");

  // Save and restore snapshots.
  await run("snapshot", "save", "before");
  await run("db", "query", "delete from notes");
  expect((await run("snapshot", "restore", "before", "--yes")).trim()).toContain("before");
  await eventually(async () =>
    expect(await run("db", "query", "select body from notes", "-o", "csv")).toBe("body\nfirst\n"),
  );

  // Create a branch with its own database.
  git("add", ".");
  git("commit", "--message", "notes");
  git("switch", "--create", "feature");
  await waitForOutput('The branch "feature" now has its own database');
  await run("db", "query", "delete from notes");
  git("switch", "main");
  await waitForOutput('Switched to the database of the branch "main".');
  await eventually(async () =>
    expect((await client.from("notes").select("body")).data).toEqual([]),
  );
  expect(await run("db", "query", "select body from notes", "-o", "csv")).toBe("body\nfirst\n");

  // Replace two migrations by one, and build a new database from it.
  expect(await run("migration", "squash", "--yes")).toContain("Replaced 2 migrations");
  expect(await readdir(join(project, "supabase/migrations"))).toHaveLength(1);
  expect((await start(["db", "reset"]).ended).code).toBe(1);
  await run("db", "reset", "--yes");
  await eventually(async () =>
    expect((await client.auth.signInWithPassword(ada)).error?.message).toBe(
      "Invalid login credentials",
    ),
  );
  expect(await run("seed", "users")).toBe("Accounts created: 1; updated: 0.\n");
  expect((await client.auth.signInWithPassword(ada)).error).toBeNull();
  expect((await client.from("notes").insert({ body: "new" })).error).toBeNull();
  expect(await run("db", "diff")).toBe("");

  // Rehearse the move to the hosted service.
  const rehearsal = JSON.parse(await run("promote", "--dry-run", "--output", "json"));
  expect(rehearsal.pushed.migrations).toHaveLength(1);
  const status = JSON.parse(await run("status", "--output", "json"));
  expect(status).toMatchObject({ API_URL: url, PUBLISHABLE_KEY: keyNamed("Publishable key") });
  expect(await run("list")).toContain(url);
  await run("stop");
  expect((await dev.ended).code).toBe(0);
  expect(dev.output()).not.toContain("was applied before it was changed");
  expect(dev.output()).not.toContain("already exists");
}, 900_000);
