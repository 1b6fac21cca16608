import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

const run = (project: string, ...args: string[]) => portico([...args, "--project", project]).ended;

async function output(project: string, ...args: string[]): Promise<string> {
  const result = await run(project, ...args);
  expect(result, args.join(" ")).toMatchObject({ code: 0 });
  return result.output;
}

const notes = `
  create table notes (id int primary key);
  grant select, insert on notes to service_role;
  insert into storage.buckets (id, name) values ('a', 'a');`;

test("a snapshot of a running server contains the database and the files of the same moment, and restores both", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  const command = portico(["start", "--project", project, "--port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  const origin = await command.origin;
  const status = JSON.parse(await output(project, "status", "-o", "json"));
  const headers = { apikey: status["SECRET_KEY"], "content-type": "application/json" };
  const insert = async (id: number) => {
    const body = JSON.stringify({ id });
    return (await fetch(`${origin}/rest/v1/notes`, { method: "POST", headers, body })).status;
  };
  const ids = async () => {
    const response = await fetch(`${origin}/rest/v1/notes?order=id`, { headers });
    return ((await response.json()) as { readonly id: number }[]).map(({ id }) => id);
  };
  const upload = async (text: string) => {
    const upsert = { ...headers, "content-type": "text/plain", "x-upsert": "true" };
    const url = `${origin}/storage/v1/object/a/file.txt`;
    expect((await fetch(url, { method: "POST", headers: upsert, body: text })).status).toBe(200);
  };
  const file = async () =>
    (await fetch(`${origin}/storage/v1/object/a/file.txt`, { headers })).text();

  await insert(0);
  await upload("before");
  // A snapshot contains the rows that were inserted up to some point during the copy, and none of the later ones.
  let isSaved = false;
  const writes = (async () => {
    let id = 0;
    while (!isSaved) expect(await insert(++id)).toBe(201);
    return id;
  })();
  expect(await output(project, "snapshot", "save", "first")).toContain(
    'Saved the snapshot "first"',
  );
  isSaved = true;
  const lastWrite = await writes;
  expect(lastWrite).toBeGreaterThan(0);
  await upload("after");

  expect((await run(project, "snapshot", "restore", "first")).output).toMatch(
    /^This replaces the database in .* and its files by the snapshot "first" of .*\. To confirm: --yes$/m,
  );
  await output(project, "snapshot", "restore", "first", "--yes");
  const restoredIds = await ids();
  expect(restoredIds).toEqual(restoredIds.map((_, index) => index));
  expect(restoredIds.length).toBeGreaterThan(0);
  expect(await file()).toBe("before");
  expect(await insert(lastWrite + 1)).toBe(201);
  await upload("again");
  await output(project, "snapshot", "restore", "first", "--yes");
  expect(await ids()).toEqual(restoredIds);
  expect(await file()).toBe("before");
  expect(
    (await readdir(join(project, ".portico"))).filter((name) => /next|previous|swap/.test(name)),
  ).toEqual([]);
}, 240_000);

test("snapshots of a stopped project are listed, replaced and deleted, and refused where they do not fit", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  expect((await run(project, "snapshot", "save", "a")).output).toContain("There is no database in");
  await output(project, "migration", "up");
  await output(project, "snapshot", "save", "a");
  expect(await run(project, "snapshot", "save", "a")).toMatchObject({
    code: 1,
    output: expect.stringContaining('The snapshot "a" already exists. To overwrite it: --replace'),
  });
  expect(await output(project, "db", "query", "insert into notes values (1)")).toBe("No rows.\n");
  await output(project, "snapshot", "save", "a", "--replace");
  await output(project, "db", "query", "insert into notes values (2)");
  await output(project, "snapshot", "restore", "a", "--yes");
  expect(await output(project, "db", "query", "table notes", "-o", "csv")).toBe("id\n1\n");

  const snapshots = join(project, ".portico/snapshots");
  expect(await readdir(snapshots)).toEqual(["a"]);
  const listedSnapshots = JSON.parse(await output(project, "snapshot", "list", "-o", "json"));
  expect(listedSnapshots).toEqual([
    {
      name: "a",
      portico: expect.any(String),
      date: expect.any(String),
      sizeBytes: expect.any(Number),
    },
  ]);
  expect((await run(project, "snapshot", "restore", "../a", "--yes")).output).toContain(
    "A snapshot's name has up to 64 letters",
  );
  await writeFile(join(snapshots, "a/database/PG_VERSION"), "9\n");
  expect((await run(project, "snapshot", "restore", "a", "--yes")).output).toMatch(
    /^The snapshot "a" was made by PostgreSQL 9, and the embedded database here is PostgreSQL \d+\. Nothing was changed\./m,
  );
  await rm(join(project, ".portico/database"), { recursive: true });
  expect((await run(project, "snapshot", "delete", "b", "--yes")).output).toContain(
    "Available: a.",
  );
  await output(project, "snapshot", "delete", "a", "--yes");
  expect(await output(project, "snapshot", "list")).toBe("There are no snapshots.\n");
}, 240_000);
