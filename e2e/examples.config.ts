import { defineConfig } from "@playwright/test";
import { chromium } from "../scripts/tools/chromium.mjs";

const browser = chromium();

/** Tests the examples, which create-portico creates from packed archives: `npm run test:nightly`. */
export default defineConfig({
  testDir: "examples",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  // Installing and building an example takes minutes.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    actionTimeout: 20_000,
    trace: "off",
    launchOptions: {
      args: browser.args,
      ...(browser.executable ? { executablePath: browser.executable } : {}),
    },
  },
});
