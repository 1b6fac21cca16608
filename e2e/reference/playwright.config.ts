import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config.ts";

/**
 * The tour of the ways to sign in against the reference Auth server. It runs where REFERENCE_AUTH names
 * the server's binary and TEST_DATABASE_URL a PostgreSQL server; elsewhere its tests are skipped.
 */
export default defineConfig({
  ...journeys,
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./start.ts",
  projects: [{ name: "reference" }],
});
