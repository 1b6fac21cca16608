import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "@playwright/test";
import { startBackend, type TestBackend } from "@portico/backend/testing";
import { build } from "vite";
import { walkWithoutScripts } from "../examples/walk-without-scripts.ts";

/*
 * The example for Hono from the sources of this checkout. The nightly run walks through the packed examples of every
 * framework.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const project = join(root, "examples/shared/supabase");

let backend: TestBackend;
let application: ChildProcess;
let page: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const port = await freePort();
  page = `http://localhost:${port}`;
  const migrations = readdirSync(join(project, "migrations")).map((name) => `migrations/${name}`);
  const files = ["config.toml", "seed.sql", ...migrations].map((name) => [
    name,
    readFileSync(join(project, name), "utf8").replaceAll("http://localhost:3000", page),
  ]);
  const outDir = join(root, "e2e/test-results/without-script");
  [backend] = await Promise.all([
    startBackend({ files: Object.fromEntries(files) }),
    build({
      root: join(root, "examples/hono"),
      configFile: false,
      logLevel: "error",
      resolve: { conditions: ["portico-source"] },
      ssr: { noExternal: [/^@portico\//], resolve: { conditions: ["portico-source"] } },
      build: { ssr: "src/server.tsx", outDir, emptyOutDir: true },
    }),
  ]);
  application = spawn(
    process.execPath,
    ["--conditions=portico-source", join(outDir, "server.js")],
    {
      cwd: join(root, "examples/shared"),
      env: {
        ...process.env,
        PORT: String(port),
        SUPABASE_URL: backend.url,
        SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  // It prints its address when it listens.
  if (application.stdout) await once(application.stdout, "data");
});

test.afterAll(async () => {
  application?.kill();
  await backend?.close();
});

test("every form works with JavaScript switched off", async ({ browser }) => {
  test.setTimeout(120_000);
  await walkWithoutScripts(browser, {
    page,
    backend: backend.url,
    rendersOnServer: true,
    isBuilt: false,
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
