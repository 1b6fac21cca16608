import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

/** Tests that `portico start` ends in time, whatever ends it. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
const startedCommands: Command[] = [];
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": "[inbucket]\nenabled = false\n",
    "supabase/migrations/1_functions.sql": `
      create table notes (text text);
      create function dawdle() returns void language sql
        set statement_timeout to '60s' as 'select pg_sleep(60)';
      -- Runs for many seconds without checking for interrupts.
      create function deaf() returns boolean language sql
        set statement_timeout to '60s' as
        $$ select array_agg(n) && array_agg(-n) from generate_series(1, 100000) n $$;`,
  });
  temporary = await temporaryFolder({});
  storage = await makeTestStorage();
});
afterAll(async () => {
  for (const { process } of startedCommands) process.kill("SIGKILL");
  await Promise.all(startedCommands.map(({ ended }) => ended));
  await storage.drop();
  await temporary.remove();
  await folder.remove();
});

function start(args: readonly string[] = [], env: Record<string, string> = {}): Command {
  const url = "url" in storage.storage ? { DATABASE_URL: storage.storage.url } : undefined;
  const dataArguments = url || args.length > 0 ? args : ["--data", join(folder.path, "data")];
  const command = portico(["start", "--port", "0", "--project", folder.path, ...dataArguments], {
    TMPDIR: temporary.path,
    ...url,
    ...env,
  });
  startedCommands.push(command);
  return command;
}

async function stop(command: Command) {
  const startedAt = performance.now();
  command.process.kill("SIGTERM");
  const { code, output } = await command.ended;
  return { code, output, durationMs: performance.now() - startedAt };
}

describe("the first SIGTERM", () => {
  test.each([
    { name: "dawdle", calls: 12 },
    { name: "deaf", calls: 2 },
  ])(
    "the first SIGTERM ends the command within ten seconds while callers wait for $name()",
    async ({ name, calls }) => {
      const command = start();
      const origin = await command.origin;
      const note = { method: "POST", body: JSON.stringify({ text: `before ${name}` }) };
      const headers = { "content-type": "application/json" };
      expect((await fetch(`${origin}/rest/v1/notes`, { ...note, headers })).status).toBe(201);
      const callers = Array.from({ length: calls }, () =>
        fetch(`${origin}/rest/v1/rpc/${name}`).catch(() => undefined),
      );
      await sleep(1_000);
      const { code, durationMs } = await stop(command);
      expect(code).toBe(0);
      expect(durationMs).toBeLessThan(10_000);
      await Promise.all(callers);

      const secondCommand = start();
      const notes = await fetch(
        `${await secondCommand.origin}/rest/v1/notes?text=eq.before ${name}`,
      );
      expect(await notes.json()).toEqual([{ text: `before ${name}` }]);
      expect((await stop(secondCommand)).code).toBe(0);
    },
    60_000,
  );
});

test("an uncaught error is logged and ends the command like a signal", async () => {
  const script = `
    import { isMainThread } from "node:worker_threads";
    if (isMainThread) process.on("SIGUSR2", () => { throw new Error("nobody caught this"); });`;
  const command = start([], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  });
  const origin = await command.origin;
  const slow = fetch(`${origin}/rest/v1/rpc/dawdle`).catch(() => {});
  command.process.kill("SIGUSR2");
  const { code, output } = await command.ended;
  await slow;
  expect(code).toBe(1);
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: "uncaught error", err: { message: "nobody caught this" } },
  ]);
}, 60_000);

describe("with --memory", () => {
  const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;
  const remainingDirectories = async () =>
    (await readdir(temporary.path)).filter((name) => name.startsWith("portico-memory-"));

  test.runIf(isEmbedded)(
    "the directories of database and files are removed, also those of a killed process",
    async () => {
      const killed = start(["--memory"]);
      await killed.origin;
      expect(await remainingDirectories()).toHaveLength(2);
      killed.process.kill("SIGKILL");
      await killed.ended;
      const abandoned = await remainingDirectories();
      const anHourAgo = Date.now() / 1000 - 3600;
      for (const name of abandoned) await utimes(join(temporary.path, name), anHourAgo, anHourAgo);

      const [first, other] = [start(["--memory"]), start(["--memory"])];
      await Promise.all([first.origin, other.origin]);
      await expect.poll(remainingDirectories).toHaveLength(4);
      expect((await remainingDirectories()).filter((name) => abandoned.includes(name))).toEqual([]);
      for (const command of [first, other]) expect((await stop(command)).code).toBe(0);
      expect(await remainingDirectories()).toEqual([]);
    },
    60_000,
  );
});
