import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder } from "../../../test/project-folder.ts";
import { onDisk } from "../../config/disk.ts";
import { readMigrations } from "../../config/files/migrations.ts";

test("migration squash replaces migrations with one that has their schema, and updates the database's record", async () => {
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
      create trigger on_signup after insert on auth.users for each row execute function first();
      create policy own on realtime.messages for select to authenticated using (true);
      grant select on auth.users to editor;
      alter publication supabase_realtime add table notes, auth.users;
      create table archive as select 1 as id;`,
    "supabase/migrations/3_more.sql": "create table more (id int);",
  });
  const run = (...args: string[]) => portico([...args, "--project", project]).ended;
  const migrations = join(project, "supabase/migrations");
  expect(await run("migration", "up")).toMatchObject({ code: 0 });

  const lost = [
    "supabase/migrations/1_notes.sql:4: insert into notes values (1)",
    "public.archive: the migrations leave 1 row, and the new one 0",
    "public.notes: the migrations leave 1 row, and the new one 0",
  ].join("\n");
  const refusal = await run("migration", "squash", "--version", "2");
  expect(refusal.code).toBe(1);
  expect(refusal.output).toContain(lost);
  expect(refusal.output).toContain(
    "This replaces 2 migrations by 2_jobs.sql, which has their schema, without the statement and the rows above. To confirm: --yes",
  );
  expect(await readdir(migrations)).toHaveLength(3);

  const result = await run("migration", "squash", "--version", "2", "--yes");
  expect(result).toMatchObject({
    code: 0,
    output: expect.stringContaining("2 is recorded as applied."),
  });
  expect((await readdir(migrations)).sort()).toEqual(["2_jobs.sql", "3_more.sql"]);
  const sql = await readFile(join(migrations, "2_jobs.sql"), "utf8");
  expect(sql).toContain("create role editor;");
  expect(sql).toContain('REFRESH MATERIALIZED VIEW "public"."counts";');
  expect(sql).toContain("'0 3 * * *', 'delete from notes'");
  expect(sql).toMatch(/GRANT SELECT ON (TABLE )?"auth"\."users" TO "editor"/);
  expect(sql).toMatch(/create policy own on realtime\.messages/i);
  expect(sql).toMatch(/ADD TABLE (ONLY )?"?auth"?\."?users"?/);
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

test("migration squash completes an earlier squash that was killed while it deleted files", async () => {
  const project = await projectFolder({
    "supabase/config.toml": "",
    "supabase/migrations/1_notes.sql": "create table notes (id int);",
    "supabase/migrations/2_more.sql": "create table more (id int);",
  });
  const run = (...args: string[]) => portico([...args, "--project", project]).ended;
  const migrations = join(project, "supabase/migrations");
  expect(await run("migration", "up")).toMatchObject({ code: 0 });
  // Create the state that a killed command leaves: the new file is in place, and one of the replaced files still
  // exists.
  const sql = "create table notes (id int); create table more (id int);";
  await writeFile(join(migrations, "2_more.sql"), sql);
  const journal = { into: "2_more.sql", sql, replaced: ["1_notes.sql"] };
  await writeFile(join(migrations, ".squash.json"), JSON.stringify(journal));

  expect(await run("db", "reset", "--yes")).toMatchObject({
    code: 0,
    output: expect.stringContaining("Applied 2_more.sql."),
  });
  expect(await run("migration", "squash", "--yes")).toEqual({
    code: 0,
    output:
      "Finished the interrupted replacement of 1 migration by 2_more.sql.\nThere is only one migration, so nothing was changed.\n",
  });
  expect(await readdir(migrations)).toEqual(["2_more.sql"]);
  expect((await run("migration", "list", "-o", "json")).output).not.toContain("notes");
});

test("a file beside a squash that was not put in place stays a migration", async () => {
  const project = await projectFolder({
    "supabase/migrations/1_notes.sql": "select 1;",
    "supabase/migrations/2_more.sql": "select 2;",
    "supabase/migrations/.squash.json": JSON.stringify({
      into: "2_more.sql",
      sql: "select 3;",
      replaced: ["1_notes.sql"],
    }),
  });
  const { migrations, warnings } = await readMigrations(onDisk(project));
  expect(migrations.map(({ file }) => file)).toEqual(["1_notes.sql", "2_more.sql"]);
  expect(warnings).toEqual([]);
});

test("migrations that a link leads to are not squashed, because they are another project's", async () => {
  const other = await projectFolder({
    "1_a.sql": "create table a (id int);",
    "2_b.sql": "create table b (id int);",
  });
  const project = await projectFolder({ "supabase/config.toml": "" });
  await symlink(other, join(project, "supabase/migrations"));
  expect(await portico(["migration", "squash", "--yes", "--project", project]).ended).toEqual({
    code: 1,
    output: "supabase/migrations is a link that leads out of the project.\n",
  });
  expect((await readdir(other)).sort()).toEqual(["1_a.sql", "2_b.sql"]);
});
