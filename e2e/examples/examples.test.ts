import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@playwright/test";
import {
  assertFree,
  packAll,
  plainEnvironment,
  runNpm,
  startScript,
  waitForServer,
} from "./programs.ts";
import { type ScopeRegistry, serveScope } from "./scope-registry.ts";
import { walk } from "./walk.ts";
import { walkExpo } from "./walk-expo.ts";
import { walkOrganizations } from "./walk-organizations.ts";
import { signInBeforeScripts, walkWithoutScripts } from "./walk-without-scripts.ts";

/*
 * Tests each example as its first user would: creates it with create-portico and the packages as they would be
 * published, then installs it, runs it in development, builds it and runs the build. It is part of
 * `npm run test:nightly`.
 */

const page = "http://localhost:3000";
const backend = "http://127.0.0.1:54321";

const examples = [
  // `vite preview` starts the backend itself.
  { name: "vite-query", rendersOnServer: false, walk, productionScripts: ["start"] },
  { name: "next", rendersOnServer: true, walk },
  { name: "react-router", rendersOnServer: true, walk },
  { name: "tanstack-start", rendersOnServer: true, walk },
  // Its pages contain no scripts.
  { name: "hono", rendersOnServer: true, walk: walkWithoutScripts },
  { name: "expo", rendersOnServer: false, walk: walkExpo },
];

let packages: Awaited<ReturnType<typeof packAll>>;
let registry: ScopeRegistry;
test.beforeAll(async () => {
  packages = await packAll();
  registry = await serveScope(packages.archives);
});
test.afterAll(() => {
  registry.stop();
  packages.remove();
});

for (const { name, rendersOnServer, walk, productionScripts = ["backend", "start"] } of examples) {
  test(`${name} is created and works from sign-up to sign-out`, async ({ browser }) => {
    await assertFree(page);
    await assertFree(backend);
    const folder = mkdtempSync(join(tmpdir(), "portico-example-"));
    const app = join(folder, "app");
    const archive = packages.archives.find((file) => file.includes("create-portico")) ?? "";

    await test.step("make", async () => {
      const program = ["exec", "--yes", `--package=${archive}`, "--", "create-portico"];
      const output = await runNpm([...program, "app", "--template", name], {
        cwd: folder,
        env: { ...plainEnvironment(), ...registry.env },
      });
      console.log(`${name}: ${output.match(/app is ready.*/)?.[0]}`);
    });
    const example = { page, backend, rendersOnServer };
    await test.step("walk in development", () =>
      withScripts(["dev"], app, () => walk(browser, { ...example, isBuilt: false })));
    await test.step("build", () => runNpm(["run", "build"], { cwd: app, env: plainEnvironment() }));
    await test.step("walk as built", () =>
      withScripts(productionScripts, app, async () => {
        await walk(browser, { ...example, isBuilt: true });
        if (name === "vite-query") await walkOrganizations(browser, { ...example, isBuilt: true });
        if (!rendersOnServer || walk === walkWithoutScripts) return;
        await walkWithoutScripts(browser, { ...example, isBuilt: true });
        await signInBeforeScripts(browser, { ...example, isBuilt: true });
      }));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** Calls `work` while the named scripts of an application run. */
async function withScripts(
  scripts: readonly string[],
  app: string,
  work: () => Promise<void>,
): Promise<void> {
  const programs = scripts.map((script) => startScript(script, app));
  try {
    await waitForServer(`${backend}/auth/v1/health`, programs);
    await waitForServer(page, programs);
    await work();
  } finally {
    await Promise.all(programs.map(({ stop }) => stop()));
  }
}
