import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder } from "../../../test/project-folder.ts";
import { defaultConfig, withOrigin } from "../../config/sections/schema.ts";
import { openPrepared } from "../../database/pglite/new-database.ts";
import { createLog } from "../../log/log.ts";
import { openDatabasePort, withoutPassword } from "./database-port.ts";

/** Starts the command, and reads what it prints. */
async function startCommand(args: readonly string[], env?: Record<string, string>) {
  const project = await projectFolder({
    "supabase/migrations/1_notes.sql": "create table notes (id serial primary key, body text);",
  });
  const command = portico(["start", "--port", "0", "--memory", "--project", project, ...args], env);
  onTestFinished(() => void command.process.kill("SIGKILL"));
  const origin = await command.origin;
  command.process.kill("SIGTERM");
  const { output } = await command.ended;
  return { origin, output };
}

test("portico start prints where psql finds the database, and serves it there", async () => {
  const project = await projectFolder({
    "supabase/migrations/1_notes.sql": "create table notes (id serial primary key, body text);",
  });
  const command = portico(
    ["start", "--port", "0", "--memory", "--project", project, "--db-port", "0"],
    { PORTICO_DATABASE_PASSWORD: "of my own" },
  );
  onTestFinished(() => void command.process.kill("SIGKILL"));
  let output = "";
  command.process.stdout?.on("data", (text) => {
    output += text;
  });
  const origin = await command.origin;
  await expect.poll(() => output).toContain("Press Ctrl-C");
  const [, url = ""] = /Database +(\S+)/.exec(output) ?? [];
  expect(url).toMatch(/^postgresql:\/\/postgres:\*\*\*@127\.0\.0\.1:\d+\/postgres$/);
  const [, key = ""] = /Secret key +(\S+)/.exec(output) ?? [];

  const client = new Client({ connectionString: url.replace("***", "of my own") });
  await client.connect();
  await client.query("insert into notes (body) values ('by SQL')");
  const response = await fetch(`${origin}/rest/v1/notes?select=body`, { headers: { apikey: key } });
  expect(await response.json()).toEqual([{ body: "by SQL" }]);
  await client.query("create table later (id int); grant all on later to service_role");
  await expect
    .poll(async () => (await fetch(`${origin}/rest/v1/later`, { headers: { apikey: key } })).status)
    .toBe(200);
  await client.end();
});

test("a requested port that is taken is a warning", async () => {
  const blockingServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void blockingServer.close());
  await once(blockingServer, "listening");
  const { port } = blockingServer.address() as AddressInfo;
  const { output } = await startCommand(["--db-port", String(port)]);
  expect(output).toContain(`Note: Port ${port} for the database is in use`);
  expect(output).not.toContain("Database  ");
});

test("a free port replaces the port of config.toml if that is taken, and the start and the status name it", async () => {
  const blockingServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void blockingServer.close());
  await once(blockingServer, "listening");
  const { port } = blockingServer.address() as AddressInfo;
  const project = await projectFolder({
    "supabase/config.toml": `[db]\nport = ${port}\n`,
    "supabase/migrations/1_notes.sql": "create table notes (id int);",
  });
  const command = portico(["start", "--port", "0", "--project", project], {}, undefined, [], true);
  onTestFinished(() => void command.process.kill("SIGKILL"));
  await command.origin;
  await expect.poll(() => command.output()).toContain("Press Ctrl-C");
  const [, url = ""] = /Database +(\S+)/.exec(command.output()) ?? [];
  const freePort = new URL(url).port;
  expect(freePort).not.toBe(String(port));
  expect(command.output()).toContain(
    `Note: Port ${port} for the database is in use by another program, which clients of that port reach instead. This database is on port ${freePort}.`,
  );
  const { output } = await portico(["status", "-o", "json", "--project", project]).ended;
  expect(JSON.parse(output)).toMatchObject({ DB_URL: url });

  // The port stays open while the server restarts with another database.
  const results: string[] = [];
  const isReset = portico(["db", "reset", "--yes", "--project", project]).ended;
  let isOver = false;
  void isReset.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const rival = createServer().listen(Number(freePort), "127.0.0.1");
    const [event] = await Promise.race([
      once(rival, "error").then(([error]) => [String(error.code)]),
      once(rival, "listening").then(() => ["listening"]),
    ]);
    rival.close();
    results.push(event ?? "");
    await sleep(1);
  }
  expect(await isReset).toMatchObject({ code: 0 });
  expect(new Set(results)).toEqual(new Set(["EADDRINUSE"]));
  const client = new Client({ connectionString: url });
  await client.connect();
  expect((await client.query("select count(*)::int from notes")).rows).toEqual([{ count: 0 }]);
  await client.end();
});

test("the database port is closed in production unless it is requested", async () => {
  const database = await openPrepared();
  onTestFinished(() => database.close());
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const open = (databasePort: number | "configured", NODE_ENV: string) => {
    const options = { project: ".", host: "127.0.0.1", storage: { memory: true as const } };
    const config = withOrigin(defaultConfig({ db: { port } }), "http://localhost");
    const env = { NODE_ENV };
    const log = createLog("error");
    return openDatabasePort(database, { ...options, databasePort, env, log }, config);
  };
  const closedPort = await open("configured", "production");
  expect(closedPort.url).toBeUndefined();
  expect(closedPort.warnings).toEqual([expect.stringContaining("NODE_ENV is production")]);
  for (const openPort of [await open(0, "production"), await open("configured", "development")]) {
    expect(openPort.url).toMatch(/^postgresql:/);
    await openPort.close();
  }
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "no database port is opened for a PostgreSQL server, whose own URL is printed",
  async () => {
    const { storage, drop } = await makeTestStorage();
    onTestFinished(drop);
    if (!("url" in storage)) return;
    const url = new URL(storage.url);
    url.password = "secret";
    const command = portico(
      ["start", "--port", "0", "--db-port", "0", "--project", await projectFolder({})],
      { DATABASE_URL: url.href },
    );
    onTestFinished(() => void command.process.kill("SIGKILL"));
    await command.origin;
    command.process.kill("SIGTERM");
    const { output } = await command.ended;
    expect(output).toContain(`Database          ${url.href.replace("secret", "***")}\n`);
  },
);

test.each([
  ["postgresql://user:secret@host/app", "postgresql://user:***@host/app"],
  ["postgresql://user:se:cr@et@host:1/app?a=b", "postgresql://user:***@host:1/app?a=b"],
  ["postgres://host/app?user=a&password=secret", "postgres://host/app?user=a&password=***"],
  ["postgresql://user@host/app", "postgresql://user@host/app"],
])("the URL of a server is printed without its password: %s", (url, masked) => {
  expect(withoutPassword(url)).toBe(masked);
});
