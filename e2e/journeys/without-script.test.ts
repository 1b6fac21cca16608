import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startBackend, type TestBackend } from "@portico/backend/testing";
import { createClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { build } from "vite";
import {
  expectInvalid,
  expectNotes,
  walkWithoutScripts,
} from "../examples/walk-without-scripts.ts";
import { button, signIn, view } from "../sign-in-form.ts";
import { freshAddress } from "../test.ts";

/*
 * Tests the Hono example with the sources of this checkout. The nightly run tests the packed examples of every
 * framework.
 */

const password = "correct horse battery";
const root = fileURLToPath(new URL("../..", import.meta.url));
const project = join(root, "examples/shared/supabase");

/** Enable second factors, which are off in the templates. */
const secondFactors = `
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`;

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
    readFileSync(join(project, name), "utf8").replaceAll("http://localhost:3000", page) +
      (name === "config.toml" ? secondFactors : ""),
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
  // The application prints its address once it listens.
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

test("a second factor is confirmed with JavaScript switched off, before the notes are shown", async ({
  browser,
}) => {
  const { email, factor } = await accountWithApp();
  const context = await browser.newContext({ baseURL: page, javaScriptEnabled: false });
  const tab = await context.newPage();
  const signInAgain = async () => {
    await tab.goto("/");
    await signIn(tab, email, password);
    await expect(view(tab, "One more step")).toBeVisible();
    await expect(tab).toHaveURL(/\/notes$/);
  };

  await signInAgain();
  await expect(tab.getByText("Signed in as")).toHaveCount(0);
  await expect(tab.getByLabel("Code")).toBeFocused();
  await tab.getByLabel("Code").fill("000000");
  await button(tab, "Continue").click();
  await expectInvalid(tab, tab.getByLabel("Code"), "Invalid TOTP code entered");
  await tab.getByLabel("Code").fill(factor.generate({ timestamp: Date.now() + 30_000 }));
  await tab.keyboard.press("Enter");
  await expectNotes(tab, email);
  await button(tab, "Sign out").click();

  await signInAgain();
  await button(tab, "Use another account").click();
  await expect(view(tab, "Sign in")).toBeVisible();
  await context.close();
});

/** Returns a confirmed account with an authenticator app. */
async function accountWithApp() {
  const email = freshAddress();
  const admin = createClient(backend.url, backend.secretKey).auth.admin;
  await admin.createUser({ email, password, email_confirm: true });
  const { auth } = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false },
  });
  await auth.signInWithPassword({ email, password });
  const { data, error } = await auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const factor = new TOTP({ secret: data.totp.secret });
  await auth.mfa.challengeAndVerify({ factorId: data.id, code: factor.generate() });
  return { email, factor };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
