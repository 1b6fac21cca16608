import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { print, stopwatch } from "./process/print.mjs";
import { root, run } from "./process/run.mjs";
import { productNode } from "./tools/node.mjs";

const app = join(root, "apps", "web");
const desk = join(root, "apps", "desk");

/** The folder of the built web app. */
export const webDist = join(app, "dist");

const cache = join(root, "node_modules", ".cache", "portico");
const stamp = join(cache, "web-build");

/**
 * Builds the web app, unless it was already built from the same sources. Ends the process if the build fails.
 */
export async function ensureBuilt() {
  const isBuilt = [
    stamp,
    ...[webDist, join(desk, "dist")].map((folder) => join(folder, "index.html")),
  ].every((file) => existsSync(file));
  if (isBuilt && readFileSync(stamp, "utf8") === fingerprint()) return;
  print("Building the web app ...");
  const elapsed = stopwatch();
  const { code, output } = await buildWeb({ env: { ...process.env, NO_COLOR: "1" } });
  if (code !== 0) {
    console.error(`\nThe web app could not be built:\n\n${output.trim()}`);
    process.exit(1);
  }
  print(`Built in ${elapsed()}.`);
}

/**
 * Builds the web app in any case, and the desk, which the backend serves beside it.
 *
 * @param {import("./process/run.mjs").Options} [options]
 */
export async function buildWeb(options = {}) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const sources = fingerprint();
  /** @param {string} cwd */
  const build = (cwd) => run(productNode(), [vite, "build"], { ...options, cwd });
  const web = await build(app);
  const result = web.code === 0 ? await build(desk) : web;
  if (result.code === 0) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(stamp, sources);
  }
  return result;
}

/**
 * Returns a hash of everything that the build depends on: the sources, the versions of the packages, and the variables
 * that Vite writes into the page. Contents are hashed, because a checkout changes the modification times.
 */
function fingerprint() {
  const hash = createHash("sha256");
  // The page is prerendered with the project's settings.
  const singleFiles = ["package-lock.json", "apps/web/supabase/config.toml"];
  for (const file of [
    ...singleFiles,
    ...files("apps/web"),
    ...files("apps/desk"),
    ...files("packages/react"),
  ]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith("VITE_")) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest("hex");
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function files(folder) {
  const generatedFolders = [
    "dist",
    "node_modules",
    ".types",
    "supabase",
    "test",
    "__screenshots__",
  ];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !generatedFolders.includes(name) && !name.endsWith(".tsbuildinfo"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? files(path) : [path];
    });
}
