import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openReusableStorage,
  type ReusableStorage,
} from "../../../test/databases/reusable-storage.ts";
import { testLog } from "../../../test/test-log.ts";
import { demoPublishableKey, demoSecret, demoSecretKey } from "../../keys/demo.ts";
import { startServer } from "../server.ts";

/** The publishable key that every project of the Supabase CLI shares. */
const demoKey =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0";

const folders: string[] = [];
let reusableStorage: ReusableStorage;
beforeAll(async () => {
  reusableStorage = await openReusableStorage();
});
afterAll(async () => {
  await reusableStorage.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function start(config: string, env: Record<string, string> = {}) {
  const project = await mkdtemp(join(tmpdir(), "portico-demo-"));
  folders.push(project);
  await mkdir(join(project, "supabase"));
  await writeFile(join(project, "supabase/config.toml"), config);
  return startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: reusableStorage.storage,
    env,
    log: testLog(),
  });
}

const sendRequest = async (origin: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}/rest/v1/`, {
    headers: { apikey: demoKey, authorization: `Bearer ${demoKey}`, ...headers },
  });
  return { status: response.status, text: await response.text() };
};

test("a key of the Supabase CLI is refused with the remedy", async () => {
  const server = await start("");
  const { status, text } = await sendRequest(server.origin);
  expect(status).toBe(401);
  expect(JSON.parse(text)).toMatchObject({
    message: "Invalid API key",
    hint: expect.stringContaining("Use the keys that `portico start` prints"),
  });
  const headers = { apikey: demoKey, authorization: `Bearer ${demoKey}` };
  for (const path of ["/auth/v1/admin/users", "/storage/v1/bucket"]) {
    const refusal = await fetch(`${server.origin}${path}`, { headers });
    expect(refusal.status, path).toBeGreaterThanOrEqual(400);
    expect(await refusal.text(), path).toContain("Use the keys that `portico start` prints");
  }
  await server.close();
});

test("a demo key with the CLI's secret is accepted on this machine and refused through a proxy", async () => {
  const server = await start(`[auth]\njwt_secret = "${demoSecret}"`);
  expect(server.keys.anon).toBe(demoKey);
  expect((await sendRequest(server.origin)).status).toBe(200);
  for (const header of ["x-forwarded-for", "via", "cf-ray"]) {
    expect((await sendRequest(server.origin, { [header]: "127.0.0.1" })).status, header).toBe(403);
  }
  await server.close();
});

test("a server that may be in production does not start with the CLI's secret", async () => {
  await expect(
    start(`[auth]\njwt_secret = "${demoSecret}"`, { NODE_ENV: "production" }),
  ).rejects.toThrow("set another one");
});

test("the keys of newer CLI releases are refused with the settings that accept them", async () => {
  const server = await start("");
  for (const apikey of [demoPublishableKey, demoSecretKey]) {
    for (const path of ["/rest/v1/", "/auth/v1/admin/users", "/storage/v1/bucket"]) {
      const headers = { apikey, authorization: `Bearer ${apikey}` };
      const refusal = await fetch(`${server.origin}${path}`, { headers });
      expect(refusal.status, path).toBeGreaterThanOrEqual(400);
      expect(await refusal.text(), path).toContain("secret_key = ");
    }
  }
  await server.close();
});

test.each([
  ["secret_key", demoSecretKey],
  ["service_role_key", demoKey],
])(
  "a %s of the CLI is accepted on this machine, but not through a proxy and not in production",
  async (name, key) => {
    const config = `[auth]\n${name} = "${key}"`;
    await expect(start(config, { NODE_ENV: "production" })).rejects.toThrow(
      `auth.${name} is the one`,
    );
    const server = await start(config);
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const open = await fetch(`${server.origin}/rest/v1/`, { headers });
    expect(open.status).toBeLessThan(500);
    expect(open.status).not.toBe(403);
    const proxied = await fetch(`${server.origin}/rest/v1/`, {
      headers: { ...headers, via: "1.1 x" },
    });
    expect(proxied.status).toBe(403);
    await server.close();
  },
);
