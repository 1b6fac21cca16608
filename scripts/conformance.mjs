import "./tools/require-node-version.mjs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { recordFigures } from "./conformance/figures.mjs";
import { runSuite } from "./conformance/run-suite.mjs";
import { engines } from "./conformance/server.mjs";
import { checkoutOf, missingCheckout, suites } from "./conformance/suites.mjs";
import { print } from "./process/print.mjs";
import { ensureInstalled } from "./tools/install.mjs";

/*
 * `npm run conformance -- --suites DIR [NAME ...]` runs the official clients' own suites against this checkout, on the
 * embedded database and on PostgreSQL. DIR contains the repositories of the suites, which the user has cloned. With
 * --write, the results become the figures of docs/official-suites.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { suites: { type: "string" }, write: { type: "boolean" } },
});
const chosen = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
const names = suites.map(({ name }) => name).join(", ");
if (unknown.length > 0) fail(`There is no suite ${unknown.join(", ")}. The suites are ${names}.`);
if (!values.suites)
  fail(`Name the folder of the checkouts: npm run conformance -- --suites DIR
The suites are ${names}. If one is missing in DIR, the command says what to clone.`);
const checkouts = resolve(process.env["INIT_CWD"] ?? ".", values.suites);
const missing = missingCheckout(checkouts, chosen);
if (missing) fail(missing);
await ensureInstalled();

print(["", ...engines].map((cell) => cell.padEnd(36)).join(""));
for (const suite of chosen) {
  /** @type {Record<string, import("./conformance/suites.mjs").Result>} */
  const results = {};
  const failures = [];
  for (const engine of engines) {
    try {
      results[engine] = await runSuite(suite, checkoutOf(checkouts, suite), engine);
    } catch (error) {
      failures.push(`  ${engine}: ${error instanceof Error ? error.message : error}`);
    }
  }
  print(
    [suite.name, ...engines.map((engine) => format(results[engine]))]
      .map((cell) => cell.padEnd(36))
      .join(""),
  );
  for (const [engine, { failed }] of Object.entries(results))
    failures.push(...failed.map((title) => `  ${engine}: ${title}`));
  if (failures.length > 0) print(failures.join("\n"));
  if (failures.length > 0) process.exitCode = 1;
  if (values.write) await recordFigures(suite, checkoutOf(checkouts, suite), results);
}

/** @param {import("./conformance/suites.mjs").Result | undefined} result */
function format(result) {
  if (!result) return "did not run";
  const { passed, failed, skipped } = result;
  return `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
