import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../process/run.mjs";
import { ensurePostgres } from "../tools/postgres.mjs";
import { pagePath, renderPage } from "./page.mjs";

const figuresPath = join(root, "scripts/conformance/figures.json");

/**
 * The last results of a suite, and the versions with which it ran.
 *
 * @typedef {object} Figures
 * @property {string} version The suite's last release, and the number of commits after it.
 * @property {string} commit The commit of the suite.
 * @property {string} date
 * @property {Readonly<Record<string, string>>} versions of Node, PGlite and PostgreSQL
 * @property {Readonly<Record<string, import("./suites.mjs").Result>>} results by database
 */

/** @returns {Record<string, Figures>} by the name of the suite */
export function readFigures() {
  return JSON.parse(readFileSync(figuresPath, "utf8"));
}

/**
 * Records the results of a suite, and writes the page.
 *
 * @param {import("./suites.mjs").Suite} suite
 * @param {string} checkout
 * @param {Figures["results"]} results
 */
export async function recordFigures({ name }, checkout, results) {
  const figures = {
    ...readFigures(),
    [name]: {
      version: await readGit(checkout, ["describe", "--tags"]),
      commit: await readGit(checkout, ["rev-parse", "HEAD"]),
      date: new Date().toISOString().slice(0, 10),
      versions: await readVersions(),
      results,
    },
  };
  writeFileSync(figuresPath, JSON.stringify(figures));
  await run(join(root, "node_modules/.bin/biome"), ["format", "--write", figuresPath]);
  writeFileSync(join(root, pagePath), renderPage(figures));
}

/**
 * @param {string} cwd
 * @param {readonly string[]} parameters
 */
async function readGit(cwd, parameters) {
  return (await run("git", parameters, { cwd })).output.trim();
}

async function readVersions() {
  const pglite = join(root, "node_modules/@electric-sql/pglite/package.json");
  const bin = await ensurePostgres();
  const { output } = await run(join(bin ?? "", "postgres"), ["--version"]);
  return {
    node: process.versions.node,
    pglite: JSON.parse(readFileSync(pglite, "utf8")).version,
    postgresql: output.match(/[\d.]+/)?.[0] ?? "",
  };
}
