import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { build, createServer, preview, type ViteDevServer } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { eventually } from "../../test/eventually.ts";
import { portico as runCommand } from "../../test/processes/portico-command.ts";
import { recordOutput } from "../../test/processes/process-output.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { rememberSecret } from "../dev/remembered-secret.ts";
import { type PorticoOptions, portico } from "./index.ts";

// The first server has to compile the complete backend, which takes long.
vi.setConfig({ testTimeout: 240_000 });

/** Uses ports that no other test uses. */
const config = `[api]\nport = ${await freePort()}\n[db]\nport = ${await freePort()}\n`;

/** An application whose module shows the variables, and a project with a table. */
const application = {
  "index.html": '<script type="module" src="/src/main.ts"></script>',
  "src/main.ts": "console.log(import.meta.env);",
  "supabase/config.toml": config,
  "supabase/migrations/1_notes.sql": `create table notes (id int primary key);
    grant select on notes to anon;`,
};

const settings = (root: string, options: PorticoOptions = {}) => ({
  root,
  configFile: false as const,
  logLevel: "silent" as const,
  plugins: [portico({ inTests: true, ...options })],
});

async function serve(root: string, options?: PorticoOptions): Promise<ViteDevServer> {
  const server = await createServer({
    ...settings(root, options),
    server: { port: 0, host: "127.0.0.1" },
  });
  onTestFinished(() => server.close());
  return server.listen();
}

const originOf = ({ resolvedUrls }: Pick<ViteDevServer, "resolvedUrls">) =>
  resolvedUrls?.local[0] ?? "";

/** Returns the application's `import.meta.env` as a browser receives it. */
async function variablesOf(server: ViteDevServer): Promise<Record<string, string>> {
  const text = await (await fetch(`${originOf(server)}src/main.ts`)).text();
  return JSON.parse(/import\.meta\.env = (\{.*?\});/.exec(text)?.[1] ?? "");
}

const statusOf = async (env: Record<string, string>, table: string) =>
  (
    await fetch(`${env["VITE_SUPABASE_URL"]}/rest/v1/${table}`, {
      headers: { apikey: env["VITE_SUPABASE_PUBLISHABLE_KEY"] ?? "" },
    })
  ).status;

const signUp = (env: Record<string, string>) =>
  fetch(`${env["VITE_SUPABASE_URL"]}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: env["VITE_SUPABASE_PUBLISHABLE_KEY"] ?? "" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse battery" }),
  });

/** Collects the messages that Vite sends to a page. */
function openPage(server: ViteDevServer) {
  const url = `${originOf(server).replace("http", "ws")}?token=${server.config.webSocketToken}`;
  const socket = new WebSocket(url, "vite-hmr");
  const messages: Record<string, unknown>[] = [];
  socket.on("message", (text) => messages.push(JSON.parse(String(text))));
  onTestFinished(() => socket.terminate());
  return messages;
}

const expectUnlocked = async (root: string) => (await lockDirectory(join(root, ".portico")))();

test("an application gets the URL and the key, and its first requests find the tables", async () => {
  const root = await projectFolder(application);
  const server = await serve(root);
  const env = await variablesOf(server);
  expect(env).toMatchObject({
    VITE_SUPABASE_URL: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    VITE_SUPABASE_PUBLISHABLE_KEY: expect.stringMatching(/^sb_publishable_/),
    VITE_SUPABASE_ANON_KEY: env["VITE_SUPABASE_PUBLISHABLE_KEY"],
  });
  expect(JSON.stringify(env)).not.toContain("sb_secret_");
  expect(process.env["SUPABASE_SECRET_KEY"]).toMatch(/^sb_secret_/);
  expect(await statusOf(env, "notes")).toBe(200);
  const response = await signUp(env);
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ access_token: expect.any(String) }),
  ]);
});

test("Vite does not serve the files of the database", async () => {
  const root = await projectFolder({ ...application, ".env": "SECRET=1" });
  const server = await serve(root);
  expect(await statusOf(await variablesOf(server), "notes")).toBe(200);
  const files = await readdir(join(root, ".portico"), { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile() && entry.name === "PG_VERSION");
  const path = join(file?.parentPath ?? "", "PG_VERSION");
  const relativePath = path.slice(root.length + 1);
  for (const address of [relativePath, `${relativePath}?raw`, `@fs${path}?raw`, ".env"]) {
    const response = await fetch(`${originOf(server)}${address}`);
    expect([address, response.status]).toEqual([address, 403]);
  }
});

test("a mistake in a migration is shown over the page, with its position, until it is fixed", async () => {
  const root = await projectFolder(application);
  const server = await serve(root);
  const file = join(root, "supabase/migrations/2_tags.sql");
  const messages = openPage(server);
  await eventually(() => expect(messages).toContainEqual({ type: "connected" }));
  await writeFile(file, "create table tags (id int);\n\ncreate table wrong (\n  id itn\n);\n");
  const overlay = {
    type: "error",
    err: {
      plugin: "portico",
      message: expect.stringMatching(
        /^supabase\/migrations\/2_tags\.sql:4: type "itn" does not exist/,
      ),
      stack: "",
      id: file,
      loc: { file, line: 4, column: 6 },
      frame: "2 | \n3 | create table wrong (\n4 |   id itn\n  |      ^\n5 | );\n6 | \n",
    },
  };
  await eventually(() => expect(messages).toContainEqual(overlay));
  const laterPage = openPage(server);
  await eventually(() => expect(laterPage).toContainEqual(overlay));
  await writeFile(file, "create table tags (id int); grant select on tags to anon;");
  await eventually(() => expect(messages.at(-1)).toMatchObject({ type: "full-reload" }));
  expect(await statusOf(await variablesOf(server), "tags")).toBe(200);
});

test("Vite starts despite a mistake in the project, and the backend starts when it is fixed", async () => {
  const root = await projectFolder({
    ...application,
    "supabase/config.toml": `${config}[auth]\njwt_expiry = "soon"`,
  });
  const server = await serve(root);
  const messages = openPage(server);
  await eventually(() =>
    expect(messages).toContainEqual({
      type: "error",
      err: expect.objectContaining({ message: expect.stringContaining("auth.jwt_expiry") }),
    }),
  );
  expect(await variablesOf(server)).not.toHaveProperty("VITE_SUPABASE_URL");
  await writeFile(join(root, "supabase/config.toml"), config);
  await eventually(async () =>
    expect(await statusOf(await variablesOf(server), "notes")).toBe(200),
  );
});

test("a restart of Vite keeps the backend, and closing Vite releases the data directory", async () => {
  const root = await projectFolder(application);
  const server = await serve(root);
  const env = await variablesOf(server);
  await server.restart();
  await server.restart();
  expect(await variablesOf(server)).toEqual(env);
  expect((await signUp(env)).status).toBe(200);
  await expect(expectUnlocked(root)).rejects.toThrow("in use");
  await server.close();
  await expectUnlocked(root);
  expect(process.env["VITE_SUPABASE_URL"]).toBeUndefined();
});

test("two projects have different ports, and two servers of one project share a backend", async () => {
  const [root, otherRoot] = [await projectFolder(application), await projectFolder(application)];
  const servers = [await serve(root), await serve(otherRoot), await serve(root)];
  const urls = [];
  for (const server of servers) urls.push((await variablesOf(server))["VITE_SUPABASE_URL"]);
  expect(urls[0]).not.toBe(urls[1]);
  expect(urls[0]).toBe(urls[2]);
  await servers[0]?.close();
  expect((await fetch(`${urls[2]}/auth/v1/health`, { headers: { apikey: "-" } })).status).not.toBe(
    500,
  );
});

test("Vite uses the server that another process runs on the same data", async () => {
  const root = await projectFolder(application);
  const command = runCommand(["start", "--project", root, "--port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  const origin = await command.origin;
  const server = await serve(root);
  const env = await variablesOf(server);
  expect(env["VITE_SUPABASE_URL"]).toBe(origin);
  expect(await statusOf(env, "notes")).toBe(200);
  await server.close();
  expect(await statusOf(env, "notes")).toBe(200);
});

test("the project's own URL in .env is replaced if its port is in use", async () => {
  const other = createHttpServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const root = await projectFolder({
    ...application,
    "supabase/config.toml": `[api]\nport = ${port}\n[db]\nport = ${await freePort()}\n`,
    ".env": `VITE_SUPABASE_URL=http://127.0.0.1:${port}\n`,
  });
  const env = await variablesOf(await serve(root));
  expect(env["VITE_SUPABASE_URL"]).not.toContain(String(port));
  expect(await statusOf(env, "notes")).toBe(200);
});

test("variables in .env are kept, and with a remote URL no backend starts", async () => {
  const root = await projectFolder({
    ...application,
    ".env.local": "VITE_SUPABASE_ANON_KEY=mine\n",
  });
  const env = await variablesOf(await serve(root));
  expect(env["VITE_SUPABASE_ANON_KEY"]).toBe("mine");
  const remote = "https://ref.supabase.co";
  const other = await projectFolder({ ...application, ".env": `VITE_SUPABASE_URL=${remote}\n` });
  expect((await variablesOf(await serve(other)))["VITE_SUPABASE_URL"]).toBe(remote);
  await expectUnlocked(other);
});

test("vite preview starts the backend, and vite build does not start it and warns", async () => {
  const root = await projectFolder(application);
  const warnings: string[] = [];
  const collect = (message: string) => void warnings.push(message);
  const logger = { info: collect, warn: collect, error: collect, hasWarned: false };
  const customLogger = {
    ...logger,
    warnOnce: collect,
    clearScreen: () => {},
    hasErrorLogged: () => false,
  };
  await build({ ...settings(root), customLogger });
  expect(warnings.filter((text) => text.includes("VITE_SUPABASE_URL"))).toHaveLength(1);
  await expectUnlocked(root);
  const server = await preview({ ...settings(root), preview: { port: 0, host: "127.0.0.1" } });
  const env = {
    VITE_SUPABASE_URL: process.env["VITE_SUPABASE_URL"] ?? "",
    VITE_SUPABASE_PUBLISHABLE_KEY: process.env["VITE_SUPABASE_PUBLISHABLE_KEY"] ?? "",
  };
  expect(await statusOf(env, "notes")).toBe(200);
  expect((await fetch(`${env.VITE_SUPABASE_URL}/inbox`)).status).toBe(200);
  await server.close();
  await expectUnlocked(root);
});

test("a backend in memory has the project's tables, and in Vitest a backend starts only with inTests", async () => {
  const root = await projectFolder(application);
  const serverWithoutBackend = await serve(root, { inTests: false });
  expect(await variablesOf(serverWithoutBackend)).not.toHaveProperty("VITE_SUPABASE_URL");
  const server = await serve(root, { memory: true });
  expect(await statusOf(await variablesOf(server), "notes")).toBe(200);
  await expectUnlocked(root);
});

test("Ctrl-C stops the command vite and closes the database", async () => {
  const root = await projectFolder({
    ...application,
    "package.json": '{ "type": "module" }',
    "vite.config.js":
      'import { portico } from "@portico/backend/vite";\nexport default { plugins: [portico()] };',
  });
  await mkdir(join(root, "node_modules/@portico"), { recursive: true });
  const backend = join(import.meta.dirname, "../..");
  await symlink(backend, join(root, "node_modules/@portico/backend"), "dir");
  const vite = join(
    dirname(createRequire(import.meta.url).resolve("vite/package.json")),
    "bin/vite.js",
  );
  const { VITEST, DATABASE_URL, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      "--conditions=portico-source",
      vite,
      "--configLoader",
      "native",
      "--port",
      "0",
      "--host",
      "127.0.0.1",
    ],
    { cwd: root, env: { ...env, NODE_ENV: "" }, stdio: ["pipe", "pipe", "pipe"] },
  );
  const output = recordOutput("vite", child);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  await eventually(() => expect(output()).toMatch(/Backend: http:\/\/localhost:\d+/));
  child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
  await expectUnlocked(root);
  await rm(join(root, "node_modules"), { recursive: true });
});

test("Vite listens before the backend is open, and requests wait for the migrations", async () => {
  const root = await projectFolder(application);
  // Lock the directory, so that the backend cannot open the database for the first request.
  const unlock = await lockDirectory(join(root, ".portico"));
  const server = await serve(root);
  const env = await variablesOf(server);
  expect(env["VITE_SUPABASE_PUBLISHABLE_KEY"]).toMatch(/^sb_publishable_/);
  const earlyStatus = statusOf(env, "notes");
  await unlock();
  expect(await earlyStatus).toBe(200);
  expect((await signUp(env)).status).toBe(200);
  await server.close();
  const restartedServer = await serve(root);
  expect((await variablesOf(restartedServer))["VITE_SUPABASE_PUBLISHABLE_KEY"]).toBe(
    env["VITE_SUPABASE_PUBLISHABLE_KEY"],
  );
});

test("an application gets the keys of the database if the stored secret is wrong", async () => {
  const root = await projectFolder(application);
  const firstServer = await serve(root);
  const { VITE_SUPABASE_PUBLISHABLE_KEY: originalKey } = await variablesOf(firstServer);
  await firstServer.close();
  const wrongSecret = { secret: randomBytes(32), created_at: new Date() };
  await rememberSecret(join(root, ".portico"), wrongSecret);
  const server = await serve(root);
  await eventually(async () => {
    const env = await variablesOf(server);
    expect(env["VITE_SUPABASE_PUBLISHABLE_KEY"]).toBe(originalKey);
    expect(await statusOf(env, "notes")).toBe(200);
  });
});
