import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { portico } from "../../../test/command.ts";
import { projectFolder } from "../../../test/project-folder.ts";

test("migrations become one with their schema, and the database's record follows", async () => {
  const project = await projectFolder({
    "supabase/config.toml": "",
    "supabase/migrations/1_notes.sql": `
      create role editor;
      create table notes (id int primary key);
      insert into notes values (1);`,
    "supabase/migrations/2_jobs.sql": `
      create extension pg_cron;
      select cron.schedule('clean', '0 3 * * *', 'delete from notes');
      alter table notes add column text text;
      grant select on notes to editor;
      create materialized view counts as select count(*) from notes;
      create function first() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger on_signup after insert on auth.users for each row execute function first();`,
    "supabase/migrations/3_more.sql": "create table more (id int);",
  });
  const run = (...args: string[]) => portico([...args, "--project", project]).ended;
  const migrations = join(project, "supabase/migrations");
  expect(await run("migration", "up")).toMatchObject({ code: 0 });

  const lost = [
    "supabase/migrations/1_notes.sql:4: insert into notes values (1)",
    "supabase/migrations/2_jobs.sql:3: select cron.schedule('clean', '0 3 * * *', 'delete from notes')",
  ].join("\n");
  const refusal = await run("migration", "squash", "--version", "2");
  expect(refusal.code).toBe(1);
  expect(refusal.output).toContain(lost);
  expect(refusal.output).toContain(
    "This replaces 2 migrations by 2_jobs.sql, which has their schema, without the 2 statements above. To confirm: --yes",
  );
  expect(await readdir(migrations)).toHaveLength(3);

  const done = await run("migration", "squash", "--version", "2", "--yes");
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringContaining("2 is recorded as applied."),
  });
  expect((await readdir(migrations)).sort()).toEqual(["2_jobs.sql", "3_more.sql"]);
  const sql = await readFile(join(migrations, "2_jobs.sql"), "utf8");
  expect(sql).toContain("create role editor;");
  expect(sql).toContain('REFRESH MATERIALIZED VIEW "public"."counts";');
  expect(await run("migration", "up")).toEqual({
    code: 0,
    output: "The database is up to date.\n",
  });
  expect(await run("db", "diff")).toEqual({ code: 0, output: "" });

  expect(await run("db", "reset", "--yes")).toMatchObject({ code: 0 });
  await writeFile(join(migrations, "4_new.sql"), "select 1;");
  const partly = await run("migration", "squash", "--yes");
  expect(partly).toMatchObject({ code: 1, output: expect.stringContaining("lacks 4_new.sql") });
}, 240_000);
