import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@playwright/test";
import {
  checkFree,
  packAll,
  plainEnvironment,
  runNpm,
  startScript,
  untilAnswering,
} from "./programs.ts";
import { type ScopeRegistry, serveScope } from "./scope-registry.ts";
import { walk } from "./walk.ts";
import { walkExpo } from "./walk-expo.ts";

/*
 * Tests each example like its first user: created by create-portico with the packages as they would be published,
 * installed, run in development, built, and run as built. Run by `npm run test:nightly`.
 */

const page = "http://localhost:3000";
const backend = "http://127.0.0.1:54321";

const examples = [
  // `vite preview` opens the backend by itself.
  { name: "vite-query", rendersOnServer: false, walk, built: ["start"] },
  { name: "next", rendersOnServer: true, walk },
  { name: "react-router", rendersOnServer: true, walk },
  { name: "tanstack-start", rendersOnServer: true, walk },
  { name: "expo", rendersOnServer: false, walk: walkExpo },
];

let packed: Awaited<ReturnType<typeof packAll>>;
let registry: ScopeRegistry;
test.beforeAll(async () => {
  packed = await packAll();
  registry = await serveScope(packed.archives);
});
test.afterAll(() => {
  registry.stop();
  packed.remove();
});

for (const { name, rendersOnServer, walk, built = ["backend", "start"] } of examples) {
  test(`${name} is created and works from sign-up to sign-out`, async ({ browser }) => {
    await checkFree(page);
    await checkFree(backend);
    const folder = mkdtempSync(join(tmpdir(), "portico-example-"));
    const app = join(folder, "app");
    const archive = packed.archives.find((file) => file.includes("create-portico")) ?? "";

    await test.step("make", async () => {
      const program = ["exec", "--yes", `--package=${archive}`, "--", "create-portico"];
      const output = await runNpm([...program, "app", "--template", name], {
        cwd: folder,
        env: { ...plainEnvironment(), ...registry.env },
      });
      console.log(`${name}: ${output.match(/app is ready.*/)?.[0]}`);
    });
    const running = { page, backend, rendersOnServer };
    await test.step("walk in development", () =>
      withScripts(["dev"], app, () => walk(browser, { ...running, isBuilt: false })));
    await test.step("build", () => runNpm(["run", "build"], { cwd: app, env: plainEnvironment() }));
    await test.step("walk as built", () =>
      withScripts(built, app, () => walk(browser, { ...running, isBuilt: true })));
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
    await untilAnswering(`${backend}/auth/v1/health`, programs);
    await untilAnswering(page, programs);
    await work();
  } finally {
    await Promise.all(programs.map(({ stop }) => stop()));
  }
}
