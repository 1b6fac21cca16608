import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

const run = (project: string, ...args: string[]) => portico([...args, "--project", project]).ended;

async function output(project: string, ...args: string[]): Promise<string> {
  const result = await run(project, ...args);
  expect(result, args.join(" ")).toMatchObject({ code: 0 });
  return result.output;
}

/** Creates a git repository with a project. Its first commit contains a migration. */
async function repository(config = ""): Promise<{ project: string; git(...args: string[]): void }> {
  const project = await projectFolder({
    "supabase/config.toml": config,
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key);",
    ".gitignore": ".portico\n",
  });
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  const git = (...args: string[]) =>
    void execFileSync("git", [...identity, ...args], { cwd: project, stdio: "ignore" });
  git("init", "--initial-branch", "main");
  git("add", ".");
  git("commit", "--message", "one");
  return { project, git };
}

test("each git branch keeps its database, without a server", async () => {
  const { project, git } = await repository();
  await output(project, "migration", "up");
  expect(await output(project, "branch")).toContain("All git branches share one database.");
  git("switch", "--create", "feature/a");
  expect(await output(project, "branch", "switch")).toBe(
    'The branch "feature/a" now has its own database, a copy of the database of "main".\n',
  );
  await output(project, "db", "query", "insert into notes values (1)");
  await output(project, "branch", "switch", "main");
  expect(await output(project, "db", "query", "select count(*) from notes", "-o", "csv")).toBe(
    "count\n0\n",
  );
  expect(JSON.parse(await output(project, "branch", "-o", "json"))).toEqual([
    { name: "main", isCurrent: true, lastUsedAt: null, sizeBytes: expect.any(Number) },
    {
      name: "feature/a",
      isCurrent: false,
      lastUsedAt: expect.any(String),
      sizeBytes: expect.any(Number),
    },
  ]);
  await output(project, "branch", "switch");
  expect(await output(project, "db", "query", "table notes", "-o", "csv")).toBe("id\n1\n");
  expect((await run(project, "branch", "delete", "feature/a", "--yes")).output).toContain(
    '"feature/a" is the current branch.',
  );
  expect((await run(project, "branch", "delete", "main")).output).toMatch(
    /^This deletes the database of the branch "main" and its files, last used .*\. To confirm: --yes$/m,
  );
  await output(project, "branch", "delete", "main", "--yes");
  expect(await output(project, "branch")).toMatch(/^\* feature\/a {3}\d+\.\d MB {3}current\n$/);
}, 240_000);

test("portico dev follows git switch, and applies no migration of one branch to the database of another", async () => {
  const { project, git } = await repository("[portico]\nbranches = true\n");
  const command = portico(["dev", "--project", project, "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  const origin = await command.origin;
  const waitForOutput = (text: string) =>
    eventually(() => expect(command.output()).toContain(text));
  const [, key = ""] = /Secret key +(\S+)/.exec(command.output()) ?? [];
  const statusOf = async (table: string) => {
    const headers = { apikey: key };
    return (await fetch(`${origin}/rest/v1/${table}`, { headers })).status;
  };
  await waitForOutput("Watching");
  git("switch", "--create", "tags");
  await waitForOutput(
    'The branch "tags" now has its own database, a copy of the database of "main".',
  );
  await writeFile(
    join(project, "supabase/migrations/2_tags.sql"),
    "create table tags (id int primary key); grant select on tags to service_role;",
  );
  await waitForOutput("Applied 2_tags.sql.");
  await eventually(async () => expect(await statusOf("tags")).toBe(200));
  git("add", ".");
  git("commit", "--message", "two");

  git("switch", "main");
  await waitForOutput('Switched to the database of the branch "main".');
  await eventually(async () => expect(await statusOf("tags")).toBe(404));
  git("switch", "tags");
  await waitForOutput('Switched to the database of the branch "tags".');
  await eventually(async () => expect(await statusOf("tags")).toBe(200));
  expect(command.output().match(/Applied 2_tags\.sql\./g)).toHaveLength(1);
}, 240_000);
