import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder } from "../../../test/project-folder.ts";

const notes = `
  create schema extra;
  create extension hstore with schema extra;
  create table notes (id int primary key);
  grant select on notes to anon;
  create function public.on_user() returns trigger language plpgsql security definer
    set search_path = '' as $$ begin return new; end $$;
  create trigger on_user after insert on auth.users for each row execute function on_user();`;

test.runIf(process.env["TEST_DATABASE_URL"])(
  "db reset rebuilds a database on a PostgreSQL server while a Portico server uses it",
  async () => {
    const { storage, drop } = await makeTestStorage();
    onTestFinished(drop);
    const env = { DATABASE_URL: "url" in storage ? storage.url : "" };
    const project = await projectFolder({
      "supabase/config.toml": "",
      "supabase/migrations/1_notes.sql": notes,
      "supabase/migrations/2_text.sql": "alter table notes add column text text;",
      "supabase/seed.sql": "insert into notes values (1);",
    });
    const run = (...args: string[]) => portico([...args, "--project", project], env).ended;
    const reset = () => run("db", "reset", "--yes");
    expect(await run("db", "reset", "--yes")).toMatchObject({
      code: 1,
      output: expect.stringContaining("First: portico start"),
    });

    const server = portico(["start", "--project", project, "--port", "0"], env);
    onTestFinished(async () => {
      server.process.kill("SIGKILL");
      await server.ended;
    });
    const origin = await server.origin;
    const apikey = /Publishable key +(\S+)/.exec(server.output())?.[1] ?? "";
    const readRows = async () =>
      (await fetch(`${origin}/rest/v1/notes`, { headers: { apikey } })).json();
    const signUp = async () => {
      const body = JSON.stringify({ email: "ada@example.com", password: "correct horse" });
      const response = await fetch(`${origin}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey, "content-type": "application/json" },
        body,
      });
      return response.status;
    };
    expect(await signUp()).toBe(200);
    expect(await signUp()).not.toBe(200);

    const refusal = await run("db", "reset");
    expect(refusal).toMatchObject({ code: 1 });
    expect(refusal.output).toContain("1 table in public, 1 account, and 0 files");
    await writeFile(
      join(project, "supabase/migrations/3_wrong.sql"),
      "alter table gone add x int;",
    );
    expect((await reset()).output).toContain("supabase/migrations/3_wrong.sql:1");
    expect(await readRows()).toEqual([{ id: 1, text: null }]);
    expect(await signUp()).not.toBe(200);

    // This statement cannot run inside a transaction.
    const index = "create index concurrently on notes (text);";
    await writeFile(join(project, "supabase/migrations/3_wrong.sql"), index);
    expect((await reset()).output).toContain("Applied 4 files");
    expect(await signUp()).toBe(200);
    await rm(join(project, "supabase/migrations/3_wrong.sql"));

    expect((await run("migration", "down", "--last", "2", "--yes")).output).toContain(
      "Applied 2 files",
    );
    await expect.poll(readRows).toEqual([{ id: 1 }]);
    expect(await signUp()).toBe(200);
    expect((await run("migration", "up")).output).toContain("Applied 2_text.sql");
    await expect.poll(readRows).toEqual([{ id: 1, text: null }]);
  },
  240_000,
);
