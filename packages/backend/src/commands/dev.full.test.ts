import { once } from "node:events";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type Command, portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { connectMcp } from "../../test/servers/mcp-server.ts";

function startDev(project: string, ...args: string[]): Command {
  const command = portico(["dev", "--project", project, "--port", "0", "--db-port", "0", ...args]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  return command;
}

test("the generated types contain a migration that an agent or the desk applies before its file is saved", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico]\ntypes = "src/database.types.ts"\n',
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key);",
  });
  const command = startDev(project);
  const origin = await command.origin;
  await eventually(() => expect(command.output()).toContain("Wrote src/database.types.ts."));
  const agent = await connectMcp(origin);
  const query = "create table places (id int primary key);";
  await agent.resultOf("apply_migration", { name: "places", query });
  await eventually(async () => {
    const types = await readFile(join(project, "src/database.types.ts"), "utf8");
    expect(types).toContain("places: {");
  });
});

test("each file of a project takes effect as it is saved, and a mistake changes nothing", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico]\ntypes = "src/database.types.ts"\n',
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key);",
    // This file is empty, like one that `portico migration new` creates.
    "supabase/migrations/2_tags.sql": "",
  });
  const command = startDev(project);
  const origin = await command.origin;
  const save = async (path: string, text: string) => {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  };
  const waitForOutput = (text: string) =>
    eventually(() => expect(command.output()).toContain(text));
  const types = () => readFile(join(project, "src/database.types.ts"), "utf8");
  const [, key = ""] = /Secret key +(\S+)/.exec(command.output()) ?? [];
  const statusOf = async (table: string) => {
    const headers = { apikey: key };
    return (await fetch(`${origin}/rest/v1/${table}`, { headers })).status;
  };
  await waitForOutput("Wrote src/database.types.ts.");

  await save("supabase/migrations/2_tags.sql", "create table tags (id int primary key);");
  await waitForOutput("Applied 2_tags.sql.");
  await eventually(async () => expect(await statusOf("tags")).toBe(200));
  await eventually(async () => expect(await types()).toContain("tags: {"));

  await save("supabase/migrations/3_wrong.sql", "drop table tags;\nselekt;");
  await waitForOutput(
    'supabase/migrations/3_wrong.sql:2: syntax error at or near "selekt" (42601).',
  );
  expect(await statusOf("tags")).toBe(200);
  await rm(join(project, "supabase/migrations/3_wrong.sql"));
  await waitForOutput("No problems are left.");

  await save("supabase/migrations/2_tags.sql", "create table tags (id bigint primary key);");
  await waitForOutput("supabase/migrations/2_tags.sql was applied before it was changed");

  await save("supabase/config.toml", '[auth]\njwt_expiry = "soon"\n');
  await waitForOutput("auth.jwt_expiry");
  expect(await statusOf("tags")).toBe(200);
  await save("supabase/config.toml", "[auth]\nenable_signup = false\n");
  await waitForOutput("The settings have taken effect.");
  const settings = await fetch(`${origin}/auth/v1/settings`, { headers: { apikey: key } });
  expect(await settings.json()).toMatchObject({ disable_signup: true });

  const blockingServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void blockingServer.close());
  await once(blockingServer, "listening");
  const { port } = blockingServer.address() as AddressInfo;
  await save("supabase/.env", `# monitoring\nPORTICO_ADMIN_PORT=${port}\n`);
  await waitForOutput("supabase/.env:2: This process cannot listen on PORTICO_ADMIN_PORT");
  await eventually(async () => expect(await statusOf("tags")).toBe(200));
  await rm(join(project, "supabase/.env"));

  await save(
    "supabase/schemas/all.sql",
    "create table notes (id int primary key); create table tags (id int primary key, name text);",
  );
  await waitForOutput('ADD COLUMN "name" text');
  await save("supabase/schemas/all.sql", "create table tags (id int primary key, name text);");
  await waitForOutput("so nothing was changed. To allow that: portico dev --allow-drops");
  expect(await statusOf("notes")).toBe(200);
}, 240_000);

test("a file that leads out of the project is reported when it appears, and once", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": "select 1;" });
  const elsewhere = await projectFolder({
    "2_places.sql": "create table places (id int primary key);",
  });
  const command = startDev(project);
  await command.origin;
  const file = "supabase/migrations/2_places.sql";
  await eventually(() => expect(command.output()).toContain("Watching"));
  await symlink(join(elsewhere, "2_places.sql"), join(project, file));
  await eventually(() => expect(command.output()).toContain("Applied 2_places.sql."));
  await writeFile(join(project, "supabase/migrations/3_more.sql"), "select 1;");
  await eventually(() => expect(command.output()).toContain("Applied 3_more.sql."));
  expect(command.output().split(`Note: ${file} leads out of the project.`)).toHaveLength(2);
});

test("the types follow a database that another command puts in place, while a change is applied", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico]\ntypes = "types.ts"\n',
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key);",
  });
  const command = startDev(project);
  const types = () => readFile(join(project, "types.ts"), "utf8");
  await command.origin;
  await eventually(async () => expect(await types()).toContain("notes: {"));
  const run = async (...args: string[]) => {
    expect(await portico([...args, "--project", project]).ended).toMatchObject({ code: 0 });
  };
  await run("snapshot", "save", "before");
  await writeFile(
    join(project, "supabase/migrations/2_tags.sql"),
    "create table tags (id int primary key);",
  );
  await run("db", "reset", "--yes");
  await eventually(async () => expect(await types()).toContain("tags: {"));
  await run("snapshot", "restore", "before", "--yes");
  await eventually(async () => expect(await types()).not.toContain("tags: {"));
  expect(command.output()).not.toContain('"level":50');
}, 240_000);

test("a command gets nothing of the backend if its .env.local names a project elsewhere", async () => {
  const project = await projectFolder({
    "supabase/config.toml": "",
    ".env.local": "NEXT_PUBLIC_SUPABASE_URL=https://ref.supabase.co\n",
  });
  const args = ["dev", "--port", "0", "--db-port", "0", "--", process.execPath, "-e"];
  const script = "console.log(process.env.SUPABASE_URL, process.env.NEXT_PUBLIC_SUPABASE_URL)";
  const inFolder = ["sh", "-c", 'cd "$0" && exec "$@"', project];
  const { code, output } = await portico([...args, script], {}, undefined, inFolder).ended;
  expect(output).toContain("NEXT_PUBLIC_SUPABASE_URL is https://ref.supabase.co");
  expect(output).toContain("undefined undefined");
  expect(code).toBe(0);
}, 120_000);

test("a command beside the server receives its address, and its exit ends both", async () => {
  const project = await projectFolder({ "supabase/config.toml": "" });
  const script =
    "console.log(process.env.VITE_SUPABASE_URL === process.env.SUPABASE_URL, process.env.SUPABASE_SECRET_KEY.slice(0, 10), process.env.VITE_SUPABASE_SECRET_KEY); process.exit(7)";
  const command = startDev(project, "--", process.execPath, "-e", script);
  const { code, output } = await command.ended;
  expect(output).toContain("true sb_secret_ undefined");
  expect(code).toBe(7);
}, 120_000);

// Also test a shell, because `npx` and `npm run` start programs through one.
test.each([
  ["itself", (script: string) => [process.execPath, "-e", script]],
  [
    "through a shell",
    (script: string) => ["sh", "-c", `"${process.execPath}" -e '${script}'; exit 1`],
  ],
])(
  "a command that runs %s ends when another command stops the server",
  async (_case, commandOf) => {
    const project = await projectFolder({ "supabase/config.toml": "" });
    const script = 'console.log("process", process.pid, "."); setInterval(() => {}, 1_000)';
    const command = startDev(project, "--", ...commandOf(script));
    await eventually(() => expect(command.output()).toMatch(/process \d+ \./));
    const pid = Number(/process (\d+) \./.exec(command.output())?.[1]);
    const stopped = await portico(["stop", "--project", project]).ended;
    expect(stopped.code).toBe(0);
    await command.ended;
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  },
  120_000,
);
