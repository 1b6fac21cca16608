import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { print, stopwatch } from "./process/print.mjs";
import { root, run } from "./process/run.mjs";
import { ensureInstalled } from "./tools/install.mjs";
import { productNode } from "./tools/node.mjs";
import { npm } from "./tools/npm.mjs";

/**
 * The folder of the documentation's site. It is not a workspace: its packages are installed when the site is built.
 */
export const siteFolder = join(root, "site");

/** The folder of the built site. */
export const builtSite = join(siteFolder, "dist");

/** Run Astro without telemetry. */
const astro = join(siteFolder, "node_modules", "astro", "bin", "astro.mjs");
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };

/**
 * Installs what the site requires, and builds the backend for browsers, which the playground runs.
 */
export async function prepareSite() {
  await ensureInstalled();
  await ensureInstalled({ folder: siteFolder });
  const { code, output } = await npm(["run", "build", "--workspace", "packages/backend"]);
  if (code !== 0) fail("The backend could not be built", output);
  await prepareSnapshot();
}

/**
 * Creates the database snapshot that the playground's backend starts from, unless the same build has already created
 * it.
 */
async function prepareSnapshot() {
  const backend = join(root, "packages/backend/dist/browser.js");
  const pglite = join(root, "node_modules/@electric-sql/pglite/package.json");
  const hash = createHash("sha256");
  for (const file of [backend, pglite]) hash.update(await readFile(file));
  const cache = join(root, "node_modules/.cache/portico");
  const name = `playground-${hash.digest("hex").slice(0, 16)}.tar.gz`;
  const cachedSnapshot = join(cache, name);
  if (!existsSync(cachedSnapshot)) {
    const { createSnapshot } = await import(pathToFileURL(backend).href);
    const snapshot = await createSnapshot();
    await mkdir(cache, { recursive: true });
    for (const other of await readdir(cache))
      if (other.startsWith("playground-")) await rm(join(cache, other));
    // An interrupted build must not leave a partial file under this name.
    await writeFile(`${cachedSnapshot}.part`, Buffer.from(await snapshot.arrayBuffer()));
    await rename(`${cachedSnapshot}.part`, cachedSnapshot);
  }
  await copyFile(cachedSnapshot, join(siteFolder, "src/playground/database.tar.gz"));
}

/** Builds the site. Ends the process if that fails. */
export async function buildSite() {
  await prepareSite();
  print("Building the site ...");
  const elapsed = stopwatch();
  const { code, output } = await run(productNode(), [astro, "build"], {
    cwd: siteFolder,
    env: { ...env, NO_COLOR: "1" },
  });
  if (code !== 0) fail("The site could not be built", output);
  print(`Built in ${elapsed()}, in ${builtSite}.`);
}

/**
 * Returns the command line of Astro's development server, which shows changes immediately.
 *
 * @param {readonly string[]} flags
 */
export function watchSiteCommand(flags) {
  return { program: productNode(), parameters: [astro, "dev", ...flags], cwd: siteFolder, env };
}

/**
 * @param {string} label
 * @param {string} output
 */
function fail(label, output) {
  console.error(`\n${label}:\n\n${output.trim()}`);
  process.exit(1);
}
