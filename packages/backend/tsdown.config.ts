import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { build as buildPage } from "vite";
import { copyDocs } from "./build/docs.ts";
import { forBrowsers } from "./build/for-browsers.ts";

/**
 * Exclude the tests: the build would write declarations for what they import from outside the package.
 */
const tsconfig = "tsconfig.build.json";

/** Disable the warnings about slow plugins, which are meant for plugin authors. */
const inputOptions = { checks: { pluginTimings: false } };

export default defineConfig([
  {
    // Use one output folder, because the sources refer to modules and files by relative paths.
    entry: {
      cli: "src/cli.ts",
      index: "src/index.ts",
      testing: "src/testing/index.ts",
      vite: "src/vite/index.ts",
      // Modules that run in a thread or a process of their own, and are loaded by URL.
      worker: "src/database/pglite/worker.ts",
      "pg-dump-thread": "src/transfer/pg-dump-thread.ts",
      thread: "src/testing/thread.ts",
      clock: "src/testing/clock.ts",
      "resize-process": "src/storage/images/resize-process.ts",
    },
    format: "esm",
    platform: "node",
    tsconfig,
    target: "node22.13",
    fixedExtension: false,
    dts: { entry: ["src/index.ts", "src/testing/index.ts", "src/vite/index.ts"] },
    inputOptions,
    plugins: [
      {
        name: "addresses-of-modules",
        transform: (code) =>
          code.replace(/(new URL\("\.\/[\w-]+)\.ts(", import\.meta\.url\))/g, "$1.js$2"),
      },
    ],
    onSuccess: async ({ outDir }) => {
      await cp("src/database/system", join(outDir, "system"), { recursive: true });
      await cp("src/database/extensions", join(outDir, "extensions"), { recursive: true });
      await cp("src/mail/inbox/page", join(outDir, "inbox/page"), { recursive: true });
      await copyDocs(join(outDir, "../docs"));
      await buildPage({
        root: fileURLToPath(new URL("../../apps/desk", import.meta.url)),
        build: { outDir: join(outDir, "desk-page"), emptyOutDir: true },
        logLevel: "warn",
      });
    },
  },
  {
    name: "browser",
    entry: { browser: "src/browser/index.ts" },
    // The other build empties the folder first.
    clean: false,
    format: "esm",
    platform: "browser",
    tsconfig,
    target: "es2024",
    fixedExtension: false,
    dts: true,
    inputOptions: { ...inputOptions, ...forBrowsers.inputOptions },
    plugins: [forBrowsers.plugin],
  },
]);
