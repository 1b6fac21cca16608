import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config.ts";

/**
 * Tests the sign-in methods against the reference Auth server. Requires that REFERENCE_AUTH names the server's binary
 * and TEST_DATABASE_URL a PostgreSQL server; otherwise the tests are skipped.
 */
export default defineConfig({
  ...journeys,
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./start.ts",
  projects: [{ name: "reference" }],
});
