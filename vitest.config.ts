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

/** The projects that `--project` names, or none for all. */
const named = process.argv.flatMap((argument, index, all) =>
  argument === "--project"
    ? (all[index + 1] ?? [])
    : (argument.match(/^--project=(.*)/)?.[1] ?? []),
);

/** The files that a stage of scripts/suite leaves out. */
const leftOut: string[] = JSON.parse(process.env["PORTICO_TEST_EXCLUDE"] ?? "[]");

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
    // A test waits for the disk, the network and its database as long as it computes.
    maxWorkers: 2,
    projects: [
      {
        // As Node itself resolves: some packages have under "module" what only bundlers can read.
        ssr: { resolve: { conditions: ["portico-source", "node", "development"] } },
        test: {
          name: "backend",
          // What one file loads and compiles serves the next; none changes a module for others.
          isolate: false,
          // To optimize the embedded database takes a fifth of the time, and no test is long enough to gain by it.
          execArgv: process.env["UNOPTIMIZED_WASM"] ? ["--liftoff-only"] : [],
          include: [
            "packages/{backend,create-portico}/{src,test}/**/*.test.ts",
            "packages/react/src/server/**/*.test.ts",
            "!packages/backend/test/browser/**",
            "apps/{web,desk}/**/*.node{,.full}.test.ts",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: [...leftOut, ...configDefaults.exclude],
          setupFiles: ["packages/backend/test/set-up.ts"],
          // As long as a test may take: how fast a machine is does not decide.
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
      forms({
        name: "react",
        include: ["packages/react/{src,test}/**/*.test.{ts,tsx}"],
        exclude: [...leftOut, "**/*.node.test.*", "**/react-18/**", "**/src/server/**"],
        globalSetup: ["packages/react/test/backend.ts"],
        // A fifth of the processor time goes to animations. They are drawn with React 18.
        browser: { ...inChromium({ reducedMotion: "reduce" }), commands },
      }),
      // The oldest React that the forms support.
      forms(
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
      inBrowser(),
      // Vitest loads Storybook with the project, even to run others alone.
      ...(named.length === 0 || named.some((name) => /^stories|^\*|^!/.test(name))
        ? ["packages/react/.storybook/vitest.config.ts"]
        : []),
    ],
  },
});

/** Tests of the backend in a tab, as it is built. */
function inBrowser(): TestProjectInlineConfiguration {
  return {
    // Its addresses of WebAssembly would lead nowhere (https://pglite.dev/docs/bundler-support).
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

/** Tests of the forms in Chromium. */
function forms(test: ProjectConfig, alias: Alias[] = []): TestProjectInlineConfiguration {
  return {
    plugins: [react()],
    resolve: { alias, conditions: ["portico-source", "module", "browser", "development"] },
    // Found only while a test runs, one of these would be bundled with a React of its own.
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
      // As long as a test may take: how fast a machine is does not decide.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      provide: { everyLook: process.env["PORTICO_EVERY_LOOK"] !== undefined },
      expect: { poll: { timeout: 50_000 } },
      browser: { ...inChromium(), commands },
      ...test,
    },
  };
}
