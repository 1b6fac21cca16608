import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import type { Alias } from "vite";
import {
  configDefaults,
  defineConfig,
  type ProjectConfig,
  type TestProjectInlineConfiguration,
} from "vitest/config";
import * as commands from "./packages/react/test/commands.ts";
import { chromium } from "./scripts/tools/chromium.mjs";

const browser = chromium();

/** The projects that `--project` selects; empty if all projects run. */
const selectedProjects = process.argv.flatMap((argument, index, all) =>
  argument === "--project"
    ? (all[index + 1] ?? [])
    : (argument.match(/^--project=(.*)/)?.[1] ?? []),
);

/** The files that this stage of scripts/suite does not run. */
const excludedFiles: string[] = JSON.parse(process.env["PORTICO_TEST_EXCLUDE"] ?? "[]");

const inChromium = (
  contextOptions: { reducedMotion?: "reduce" } = {},
): NonNullable<ProjectConfig["browser"]> => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: browser.executable, args: browser.args },
    contextOptions,
  }),
  instances: [{ browser: "chromium" }],
});

export default defineConfig({
  test: {
    // A test spends half of its time waiting for the disk, the network and its database, so two workers keep one core
    // busy.
    maxWorkers: 2,
    projects: [
      {
        // Resolve packages as Node does: some have files under the condition "module" that only bundlers can read.
        ssr: { resolve: { conditions: ["portico-source", "node", "development"] } },
        test: {
          name: "backend",
          // Files share the modules that are loaded and compiled. This is safe, because no test changes a module for
          // other files.
          isolate: false,
          // Optimizing the embedded database takes a fifth of the time, and no test runs long enough to benefit from
          // it.
          execArgv: process.env["UNOPTIMIZED_WASM"] ? ["--liftoff-only"] : [],
          include: [
            "packages/{backend,create-portico}/{src,test}/**/*.test.ts",
            "packages/react/src/server/**/*.test.ts",
            "!packages/backend/test/browser/**",
            "apps/{web,desk}/**/*.node{,.full}.test.ts",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: [...excludedFiles, ...configDefaults.exclude],
          setupFiles: ["packages/backend/test/set-up.ts"],
          // Use long timeouts, because a test must not fail on a slow machine.
          expect: { poll: { timeout: 50_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: { conditions: ["portico-source", "module", "node", "development"] } },
        test: {
          name: "package",
          include: [
            "packages/react/{codemod,test}/**/*.node.test.{ts,tsx}",
            "site/test/*.node.test.ts",
          ],
          globalSetup: ["packages/react/test/package/pack.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      formsProject({
        name: "react",
        include: ["packages/react/{src,test}/**/*.test.{ts,tsx}"],
        exclude: [...excludedFiles, "**/*.node.test.*", "**/react-18/**", "**/src/server/**"],
        globalSetup: ["packages/react/test/backend.ts"],
        // Animations take a fifth of the processor time. The tests with React 18 run with animations.
        browser: { ...inChromium({ reducedMotion: "reduce" }), commands },
      }),
      // These tests use the oldest React that the forms support.
      formsProject(
        {
          name: "react-18",
          include: [
            "packages/react/test/react-18/*.test.tsx",
            "packages/react/src/{auth-view,protected/protected,session/user-context}.test.tsx",
            "packages/react/test/moved-application.test.tsx",
          ],
          globalSetup: ["packages/react/test/react-18/resets.ts"],
        },
        [
          {
            find: /^react(-dom)?(?=\/|$)/,
            replacement: fileURLToPath(
              new URL("packages/react-18/node_modules/react$1", import.meta.url),
            ),
          },
        ],
      ),
      browserTabProject(),
      // Vitest loads Storybook with its project, even if only other projects run, so it is added only when needed.
      ...(selectedProjects.length === 0 ||
      selectedProjects.some((name) => /^stories|^\*|^!/.test(name))
        ? ["packages/react/.storybook/vitest.config.ts"]
        : []),
    ],
  },
});

/** Returns the project that tests the built backend in a browser tab. */
function browserTabProject(): TestProjectInlineConfiguration {
  return {
    // PGlite finds its WebAssembly files by relative URLs, which prebundling would break
    // (https://pglite.dev/docs/bundler-support).
    optimizeDeps: { exclude: ["@electric-sql/pglite"] },
    test: {
      name: "browser",
      include: ["packages/backend/test/browser/*.test.ts"],
      globalSetup: ["packages/backend/test/browser/build.ts"],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      browser: inChromium(),
    },
  };
}

/** Returns a project that tests the forms in Chromium. */
function formsProject(test: ProjectConfig, alias: Alias[] = []): TestProjectInlineConfiguration {
  return {
    plugins: [react()],
    resolve: { alias, conditions: ["portico-source", "module", "browser", "development"] },
    // Prebundle these before the tests start. A dependency that Vite finds later would get a second copy of React.
    optimizeDeps: {
      include: [
        "@supabase/auth-js",
        "@supabase/auth-ui-react",
        "@supabase/auth-ui-shared",
        "@supabase/supabase-js",
        "axe-core",
        "fast-check",
        "react",
        "react/jsx-dev-runtime",
        "react-dom",
        "react-dom/client",
        "react-dom/server",
      ],
    },
    test: {
      // Use long timeouts, because a test must not fail on a slow machine.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      provide: { everyLook: process.env["PORTICO_EVERY_LOOK"] !== undefined },
      expect: { poll: { timeout: 50_000 } },
      browser: { ...inChromium(), commands },
      ...test,
    },
  };
}
