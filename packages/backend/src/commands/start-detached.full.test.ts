import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { portico } from "../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { isProcessRunning } from "../control/running-server.ts";

/** Creates a project whose server is stopped after the test. */
async function project(files: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  const folder = await temporaryFolder({ "supabase/config.toml": "", ...files });
  const run = (...args: string[]) => portico([...args, "--project", folder.path], env).ended;
  onTestFinished(async () => {
    await run("stop");
    await folder.remove();
  });
  const start = (...args: string[]) =>
    run("start", "--detach", "--port", "0", "--db-port", "0", ...args);
  return { path: folder.path, run, start };
}

test("a server in the background is ready when its command ends, and portico stop stops it", async () => {
  const { path, run, start } = await project({
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key);",
  });
  expect(await run("status", "--wait", "--timeout", "1")).toMatchObject({
    code: 1,
    output: expect.stringContaining("after 1 s. To start one: portico start"),
  });
  const result = await start();
  expect(result).toMatchObject({ code: 0 });
  expect(result.output).toContain("Portico is ready.");
  expect(result.output).toContain("To stop it: portico stop\n");
  expect(result.output).not.toContain("Ctrl-C");
  const status = JSON.parse((await run("status", "--wait", "-o", "json")).output);
  const headers = { apikey: status["SECRET_KEY"] };
  expect(await (await fetch(`${status["REST_URL"]}/notes`, { headers })).json()).toEqual([]);
  const log = join(path, ".portico/log");
  expect(await readFile(log, "utf8")).toContain("Portico is ready.");
  expect((await stat(log)).mode & 0o077).toBe(0);
  expect(await start()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^A server of .* runs already \(process \d+\)\./m),
  });
  expect(await run("stop")).toMatchObject({ code: 0 });
  await expect(fetch(status["REST_URL"])).rejects.toThrow();
}, 120_000);

test("a start in the background that fails prints the server's own output", async () => {
  const { run, start } = await project({ "supabase/migrations/1_wrong.sql": "selekt;" });
  const failed = await start();
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("supabase/migrations/1_wrong.sql:1: syntax error at or near");
  expect(failed.output).toContain("The server ended before it was ready.");
  expect((await run("status")).code).toBe(1);
  expect((await run("start", "--detach", "--timeout", "soon")).output).toContain(
    "--timeout must be a number of seconds",
  );
}, 120_000);

test("a server that is not ready in time is stopped", async () => {
  const { path, start } = await project({
    "supabase/migrations/1_slow.sql": "select pg_sleep(120);",
  });
  await writeFile(join(path, "supabase/seed.sql"), "");
  const failed = await start("--timeout", "5");
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("The server was not ready after 5 s, and was stopped.");
}, 120_000);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a server in the background on PostgreSQL has a status, and portico stop stops it",
  async () => {
    const storage = await makeTestStorage();
    onTestFinished(() => storage.drop());
    const url = "url" in storage.storage ? storage.storage.url : "";
    const { path, run, start } = await project({}, { DATABASE_URL: url });
    expect(await start()).toMatchObject({ code: 0 });
    const json = await run("status", "-o", "json");
    expect(JSON.parse(json.output)).toMatchObject({ DB_URL: url });
    expect(await readFile(join(path, ".portico/log"), "utf8")).toContain("Portico is ready.");
    const pid = Number(/process (\d+)/.exec((await run("status")).output)?.[1]);
    expect(await run("stop")).toMatchObject({ code: 0 });
    expect(isProcessRunning(pid)).toBe(false);
  },
  120_000,
);
