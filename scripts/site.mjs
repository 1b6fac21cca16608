import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { npm } from "./npm.mjs";
import { root, run } from "./run.mjs";
import { say, stopwatch } from "./say.mjs";

/** The folder of the documentation's site. It is no workspace: its packages are installed when it is built. */
export const siteFolder = join(root, "site");

/** Where the built site lies. */
export const builtSite = join(siteFolder, "dist");

/** The generator's program. It sends no figures to anybody. */
const astro = join(siteFolder, "node_modules", "astro", "bin", "astro.mjs");
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };

/** Installs what the site needs, and builds the backend for browsers, which its playground runs. */
export async function prepareSite() {
  await ensureInstalled();
  await ensureInstalled({ folder: siteFolder });
  const { code, output } = await npm(["run", "build", "--workspace", "packages/backend"]);
  if (code !== 0) fail("The backend could not be built", output);
}

/** Builds the site. Ends the process when it cannot. */
export async function buildSite() {
  await prepareSite();
  say("Building the site ...");
  const elapsed = stopwatch();
  const { code, output } = await run(productNode(), [astro, "build"], {
    cwd: siteFolder,
    env: { ...env, NO_COLOR: "1" },
  });
  if (code !== 0) fail("The site could not be built", output);
  say(`Built in ${elapsed()}, in ${builtSite}.`);
}

/**
 * The command line of the generator's own server, which shows changes at once.
 *
 * @param {readonly string[]} flags
 */
export function watchSite(flags) {
  return { program: productNode(), parameters: [astro, "dev", ...flags], cwd: siteFolder, env };
}

/**
 * @param {string} what
 * @param {string} output
 */
function fail(what, output) {
  console.error(`\n${what}:\n\n${output.trim()}`);
  process.exit(1);
}
