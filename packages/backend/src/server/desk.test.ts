import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import type { ServerOptions } from "./options.ts";
import { type RunningServer, startServer } from "./server.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const start = (options: Partial<ServerOptions> = {}) =>
  startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: {},
    log: silentLog,
    ...options,
  });

let server: RunningServer;
beforeAll(async () => {
  folder = await temporaryFolder({ "supabase/config.toml": 'project_id = "shop"' });
  server = await start();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const statusOf = (headers: Record<string, string>, at = server.origin) =>
  fetch(`${at}/desk/api/status`, { headers });

test("the link of a development server opens the desk, whose API knows the project", async () => {
  const [, key = ""] = /^http:\/\/\S+\/desk\/#key=([\w-]{32})$/.exec(server.deskUrl ?? "") ?? [];
  const response = await statusOf({ "x-portico-desk": key });
  expect(await response.json()).toMatchObject({ project: "shop", engine: "pglite" });
  expect((await statusOf({})).status).toBe(401);
  expect((await statusOf({ "x-portico-desk": server.keys.secret })).status).toBe(401);
});

test("the desk is closed to proxies, whatever the key", async () => {
  const key = server.deskUrl?.split("#key=")[1] ?? "";
  const response = await statusOf({ "x-portico-desk": key, "x-forwarded-for": "203.0.113.7" });
  expect(response.status).toBe(403);
  const page = await fetch(`${server.origin}/desk/`, { headers: { via: "1.1 tunnel" } });
  expect(page.status).toBe(403);
});

test("a flag opens the desk of another server to callers with the secret key, without recent requests and explanations", async () => {
  const exposed = await start({ env: { NODE_ENV: "production" }, expose: { desk: true } });
  onTestFinished(() => exposed.close());
  expect(exposed.deskUrl).toBe(`${exposed.origin}/desk/`);
  expect(exposed.development).toContain(
    "The desk is open to everyone with the secret key because of --expose-desk.",
  );
  const response = await statusOf({ "x-portico-desk": exposed.keys.secret }, exposed.origin);
  expect(await response.json()).toMatchObject({ project: "shop", features: ["folder", "server"] });
  const key = server.deskUrl?.split("#key=")[1] ?? "";
  for (const wrongKey of [key, exposed.keys.publishable]) {
    expect((await statusOf({ "x-portico-desk": wrongKey }, exposed.origin)).status).toBe(401);
  }
  const proxied = { "x-portico-desk": exposed.keys.secret, "x-forwarded-for": "203.0.113.7" };
  expect((await statusOf(proxied, exposed.origin)).status).toBe(403);
});

test("a desk that a flag opens cannot move the clock, inject failures or issue tokens", async () => {
  const exposed = await start({ env: { NODE_ENV: "production" }, expose: { desk: true } });
  onTestFinished(() => exposed.close());
  const headers = {
    "x-portico-desk": exposed.keys.secret,
    "content-type": "application/json",
  };
  for (const [path, body] of [
    ["/time/clock", { offsetMs: 1_000 }],
    ["/time/trouble", { rateLimited: true }],
    ["/snapshots", { name: "a" }],
    ["/credentials", { as: { role: "service_role" } }],
    ["/jobs/run", { id: 1 }],
    ["/queues/send", { queue: "a", message: "1" }],
  ] as const) {
    const response = await fetch(`${exposed.origin}/desk/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test.each<[string, Partial<ServerOptions>]>([
  ["NODE_ENV is production", { env: { NODE_ENV: "production" } }],
  ["other machines can reach the server", { host: "0.0.0.0" }],
  [
    "everything is exposed in production",
    {
      env: { NODE_ENV: "production" },
      expose: { inbox: true, sandbox: true },
    },
  ],
])("there is no desk where %s", async (_, options) => {
  const closedServer = await start(options);
  onTestFinished(() => closedServer.close());
  expect(closedServer.deskUrl).toBeUndefined();
  const key = server.deskUrl?.split("#key=")[1] ?? "";
  const origin = closedServer.origin.replace("0.0.0.0", "127.0.0.1");
  expect((await statusOf({ "x-portico-desk": key }, origin)).status).toBe(404);
  expect((await fetch(`${origin}/desk/`)).status).toBe(404);
});
