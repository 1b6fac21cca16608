import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/chromium.mjs";

const browser = chromium();

/** One over Base UI, and one over Radix UI. */
const fullyWalked = ["vite", "nextjs"];

/** Walks the application that run.mjs serves. */
export default defineConfig({
  testDir: "walk",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // The others are walked where they could differ: what a server renders, what is bundled.
  ...(!fullyWalked.includes(process.env["FRAMEWORK"] ?? "") && { grep: /@every/ }),
  use: {
    baseURL: process.env["APPLICATION"] ?? "",
    browserName: "chromium",
    trace: "off",
    launchOptions: {
      args: browser.args,
      ...(browser.executable ? { executablePath: browser.executable } : {}),
    },
  },
});
