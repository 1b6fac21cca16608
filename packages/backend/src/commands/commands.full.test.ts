import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

// Tests the commands with the embedded database, or with the server that DATABASE_URL names.

const notes = "create table notes (id int primary key); grant select on notes to anon;";
const secondMigration =
  "alter table notes add column text text; insert into notes values (1, 'one');";

/** Runs a command in a project folder, and returns its code and output. */
const run = (project: string, ...args: string[]) => portico([...args, "--project", project]).ended;

/** Runs a command that succeeds, and returns its output. */
async function output(project: string, ...args: string[]): Promise<string> {
  const result = await run(project, ...args);
  expect(result, args.join(" ")).toMatchObject({ code: 0 });
  return result.output;
}

async function startServer(project: string) {
  const command = portico(["start", "--project", project, "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  return { command, origin: await command.origin };
}

const rowsOf = async (project: string, sql: string) =>
  JSON.parse(await output(project, "db", "query", sql, "-o", "json"));

test("init does not write through a link that leads out of the folder", async () => {
  const elsewhere = await projectFolder({});
  for (const path of ["supabase", "supabase/config.toml", "supabase/migrations"]) {
    const project = await projectFolder({ file: "" });
    await mkdir(dirname(join(project, path)), { recursive: true });
    await symlink(join(elsewhere, "missing"), join(project, path));
    const { code, output } = await run(project, "init", "--force");
    expect([code, output]).toEqual([1, expect.stringContaining("leads out of the project")]);
  }
  expect(await readdir(elsewhere)).toEqual([]);
});

test("a project goes from an empty folder to a database with its migrations", async () => {
  const project = await projectFolder({});
  await output(project, "init");
  expect(await readFile(join(project, "supabase/config.toml"), "utf8")).toContain("project_id");
  expect(await run(project, "init")).toMatchObject({ code: 1 });
  await output(project, "migration", "new", "create_notes");
  const [file = ""] = await readdir(join(project, "supabase/migrations"));
  expect(file).toMatch(/^\d{14}_create_notes\.sql$/);
  expect((await run(project, "migration", "new", "../escape")).output).toContain(
    "A migration's name consists of",
  );
  await writeFile(join(project, "supabase/migrations", file), notes);
  expect(await output(project, "migration", "up")).toBe(`Applied ${file}.\n`);
  expect(await output(project, "migration", "up")).toBe("The database is up to date.\n");
  expect(JSON.parse(await output(project, "migration", "list", "-o", "json"))).toEqual([
    { version: file.slice(0, 14), name: "create_notes", isInFolder: true, isApplied: true },
  ]);
});

test("commands work on a running server, which keeps its keys and addresses", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  const { command, origin } = await startServer(project);
  const status = JSON.parse(await output(project, "status", "-o", "json"));
  expect(status).toMatchObject({
    API_URL: origin,
    REST_URL: `${origin}/rest/v1`,
    MCP_URL: `${origin}/mcp`,
  });
  const readNotes = async () => {
    const headers = { apikey: status["PUBLISHABLE_KEY"] };
    return (await fetch(`${origin}/rest/v1/notes`, { headers })).json();
  };
  expect(await readNotes()).toEqual([]);

  await writeFile(join(project, "supabase/migrations/2_more.sql"), secondMigration);
  expect(await output(project, "migration", "up")).toBe("Applied 2_more.sql.\n");
  await expect.poll(readNotes).toEqual([{ id: 1, text: "one" }]);

  expect((await run(project, "db", "reset")).output).toMatch(
    /^This deletes the data in .*: 1 table in public, 0 accounts, and 0 files\. To confirm: --yes$/m,
  );
  await output(project, "migration", "down", "--yes");
  expect(await readNotes()).toEqual([]);
  expect(
    await rowsOf(project, "select version from supabase_migrations.schema_migrations"),
  ).toEqual([{ version: "1" }]);

  await output(project, "db", "reset", "--yes");
  expect(await readNotes()).toEqual([{ id: 1, text: "one" }]);
  expect(JSON.parse(await output(project, "status", "-o", "json"))).toEqual(status);

  const listMigrations = async () =>
    JSON.parse((await portico(["list", "-o", "json"]).ended).output).filter(
      (server: { readonly project: string }) => server.project === project,
    );
  expect(await listMigrations()).toEqual([
    {
      pid: command.process.pid,
      project,
      directory: join(project, ".portico"),
      apiUrl: origin,
      databaseAddress: new URL(status["DB_URL"]).host,
      version: expect.any(String),
      startedAt: expect.any(String),
    },
  ]);
  expect(await output(project, "stop")).toContain("has stopped");
  expect(await listMigrations()).toEqual([]);
  expect((await command.ended).code).toBe(0);
  expect((await run(project, "status")).output).toMatch(/^No server runs on /m);
  expect(existsSync(join(project, ".portico/next"))).toBe(false);
}, 240_000);

test("a migration that fails changes nothing, on a running server and without one", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  const { command } = await startServer(project);
  const brokenMigration = join(project, "supabase/migrations/2_wrong.sql");
  await writeFile(brokenMigration, "drop table notes;\nselekt;");
  const refused = [
    'supabase/migrations/2_wrong.sql:2: syntax error at or near "selekt" (42601).',
    "  2 | selekt;",
    "      ^",
  ].join("\n");
  for (const args of [
    ["migration", "up"],
    ["db", "reset", "--yes"],
  ]) {
    expect(await run(project, ...args)).toEqual({
      code: 1,
      output: expect.stringContaining(refused),
    });
  }
  expect(await rowsOf(project, "select * from notes")).toEqual([]);
  command.process.kill("SIGTERM");
  await command.ended;
  for (const args of [
    ["migration", "up"],
    ["db", "reset", "--yes"],
  ]) {
    expect(await run(project, ...args)).toMatchObject({ code: 1 });
  }
  expect(await rowsOf(project, "select * from notes")).toEqual([]);
  await rm(brokenMigration);
  expect(await output(project, "db", "reset", "--yes", "--no-seed")).toContain("1_notes.sql");
});

test("migration repair records a migration without running it", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  await output(project, "migration", "up");
  await writeFile(join(project, "supabase/migrations/2_more.sql"), secondMigration);
  await output(project, "migration", "repair", "2", "--status", "applied");
  await output(project, "migration", "repair", "1", "--status", "reverted");
  expect(
    await rowsOf(project, "select version, name from supabase_migrations.schema_migrations"),
  ).toEqual([{ version: "2", name: "more" }]);
  expect((await run(project, "migration", "repair", "3", "--status", "applied")).output).toContain(
    "supabase/migrations has no migration with the version 3.",
  );
});

test("db query runs several statements in one transaction, and prints rows in three formats", async () => {
  const project = await projectFolder({});
  await output(project, "migration", "up");
  const sql = "create table t (a text, b int[]); insert into t values ('x,\"y', '{1}'); table t";
  expect(await output(project, "db", "query", sql, "-o", "csv")).toBe('a,b\n"x,""y",{1}\n');
  expect(await output(project, "db", "query", "table t")).toBe('a      b\nx,"y   {1}\n');
  expect(await run(project, "db", "query", "delete from t; selekt")).toMatchObject({ code: 1 });
  expect(await rowsOf(project, "select count(*)::int as count from t")).toEqual([{ count: 1 }]);
});

test("db query reports a refused statement with its line, without a stack trace", async () => {
  const project = await projectFolder({});
  await output(project, "migration", "up");
  const ended = await run(project, "db", "query", "select 1;\nselect * from todo");
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.output).toBe(
    'SQL:2: relation "todo" does not exist (42P01).\n  2 | select * from todo\n                    ^\n',
  );
  const missing = await run(project, "db", "query", "--file", "missing.sql");
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.output).toMatch(/^missing\.sql cannot be read: .*\n$/);
});

test("gen types prints the types of the API's schemas, on a running server and without one", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  await output(project, "migration", "up");
  const types = await output(project, "gen", "types");
  expect(types).toMatch(/^export type Json =/);
  expect(types).toContain("notes: {\n        Row: {\n          id: number\n        }");
  const { command } = await startServer(project);
  expect(await output(project, "gen", "types")).toBe(types);
  command.process.kill("SIGTERM");
  await command.ended;
  expect(await output(project, "gen", "types", "--lang", "python")).toContain("class PublicNotes");
  expect((await run(project, "gen", "types", "--lang", "cobol")).output).toContain(
    "--lang must be typescript, go, swift, python.",
  );
});

test("db diff writes what the migrations lack, and a folder has no difference to its own database", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  await output(project, "migration", "up");
  expect(await output(project, "db", "diff")).toBe("");
  const changes = `
    alter table notes add column text text;
    alter table notes enable row level security;
    create policy "read" on notes for select to anon using (true);
    create table gone (id int);`;
  await output(project, "db", "query", changes);
  expect(await output(project, "db", "diff", "-f", "changes")).toContain("recorded it as applied");
  const files = await readdir(join(project, "supabase/migrations"));
  const file = files.find((name) => name.endsWith("_changes.sql")) ?? "";
  const sql = await readFile(join(project, "supabase/migrations", file), "utf8");
  expect(sql).toContain('CREATE POLICY "read" ON "public"."notes"');
  expect(sql).not.toMatch(/portico|pgrst/);

  await output(project, "db", "reset", "--yes");
  expect(await output(project, "db", "diff")).toBe("");
  await output(project, "db", "query", "drop table gone");
  expect(await output(project, "db", "diff")).toContain(
    "-- This deletes data or objects, or turns row-level security off: DROP TABLE",
  );
});
