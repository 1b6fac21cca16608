import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import { chromium } from "../../../scripts/tools/chromium.mjs";

const browser = chromium();

/** Each story is a test: it renders, runs its `play` function, and is checked by axe. */
export default defineProject({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [storybookTest({ configDir: fileURLToPath(new URL(".", import.meta.url)) })],
  resolve: { conditions: ["portico-source", "module", "browser", "development"] },
  optimizeDeps: { include: ["@supabase/auth-js", "react/jsx-dev-runtime"] },
  test: {
    name: "stories",
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: browser.executable, args: browser.args },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
