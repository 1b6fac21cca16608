import { defineConfig } from "@playwright/test";

/** Walks through the product in Firefox and WebKit: `npm run test:nightly`. */
export default defineConfig({
  testDir: "browsers",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  timeout: 120_000,
  reporter: "list",
});
