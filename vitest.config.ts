import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import * as commands from "./packages/react/test/commands.ts";
import { chromium } from "./scripts/chromium.mjs";

const browser = chromium();

export default defineConfig({
  test: {
    projects: [
      {
        ssr: { resolve: { conditions: ["portico-source", "module", "node", "development"] } },
        test: {
          name: "backend",
          include: [
            "packages/backend/{src,test}/**/*.test.ts",
            "apps/web/**/*.node.test.ts",
            "scripts/*.test.ts",
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: { conditions: ["portico-source", "module", "node", "development"] } },
        test: {
          name: "package",
          include: ["packages/react/{codemod,test}/**/*.node.test.{ts,tsx}"],
          globalSetup: ["packages/react/test/package/pack.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: ["portico-source", "module", "browser", "development"] },
        // Found only while a test runs, one of these would be bundled with a React of its own.
        optimizeDeps: {
          include: [
            "@supabase/auth-js",
            "@supabase/supabase-js",
            "axe-core",
            "react",
            "react/jsx-dev-runtime",
            "react-dom",
            "react-dom/client",
            "react-dom/server",
          ],
        },
        test: {
          name: "react",
          include: ["packages/react/{src,test}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.node.test.*"],
          globalSetup: ["packages/react/test/backend.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands,
            provider: playwright({
              launchOptions: { executablePath: browser.executable, args: browser.args },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
