import { join } from "node:path";
import { root, run } from "./process/run.mjs";
import { buildSite, siteFolder } from "./site.mjs";
import { productNode } from "./tools/node.mjs";
import { npm } from "./tools/npm.mjs";

/** The version with which the documented scores were measured. It is downloaded when needed. */
const lighthouse = "lighthouse@13.5.0";

/**
 * Builds the site, tests it in Chromium, and prints Lighthouse's scores.
 *
 * @returns {Promise<boolean>} whether all tests passed and Lighthouse ran
 */
export async function testSite() {
  await buildSite();
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const config = join(siteFolder, "test/playwright.config.ts");
  const tests = await run(productNode(), [playwright, "test", "--config", config], { show: true });
  const measurement = await npm(
    ["exec", "--yes", `--package=${lighthouse}`, "--", productNode(), "site/build/lighthouse.ts"],
    { show: true },
  );
  return tests.code === 0 && measurement.code === 0;
}
