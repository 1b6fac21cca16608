import { join } from "node:path";
import { productNode } from "./node.mjs";
import { npm } from "./npm.mjs";
import { root, run } from "./run.mjs";
import { buildSite, siteFolder } from "./site.mjs";

/** The version that gave the figures; it is fetched when it is asked for. */
const lighthouse = "lighthouse@13.5.0";

/**
 * Builds the site, walks through it in Chromium, and prints what Lighthouse says of it.
 *
 * @returns {Promise<boolean>} whether all is well
 */
export async function testSite() {
  await buildSite();
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const config = join(siteFolder, "test/playwright.config.ts");
  const walk = await run(productNode(), [playwright, "test", "--config", config], { show: true });
  const figures = await npm(
    ["exec", "--yes", `--package=${lighthouse}`, "--", productNode(), "site/build/lighthouse.ts"],
    { show: true },
  );
  return walk.code === 0 && figures.code === 0;
}
