import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../process/run.mjs";
import { temporaryDirectory } from "../process/temporary-directory.mjs";
import { productNode } from "../tools/node.mjs";
import { createKeys } from "./keys.mjs";
import { startServer } from "./server.mjs";

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly string[]} failed The titles of the tests.
 */

/**
 * Runs a suite with its own runner against a server on one of the databases.
 *
 * @param {import("./suites.mjs").Suite} suite
 * @param {string} checkout
 * @param {import("./server.mjs").Engine} engine
 * @returns {Promise<Result>}
 * @throws {Error} if the server does not start, or the suite has no result
 */
export async function runSuite(
  { folder, project, jest, prepare, needsPostgis = false },
  checkout,
  engine,
) {
  const cwd = join(checkout, folder);
  if (prepare) await run(productNode(), prepare, { cwd });
  const keys = createKeys();
  const server = await startServer({
    project: join(checkout, project),
    engine,
    secret: keys.secret,
    needsPostgis,
  });
  try {
    const report = join(temporaryDirectory(), "report.json");
    const preload = fileURLToPath(new URL("./replace-keys.cjs", import.meta.url));
    const { output } = await run(
      join(cwd, "node_modules/.bin/jest"),
      [
        "--ci",
        "--runInBand",
        "--coverage=false",
        "--forceExit",
        "--json",
        `--outputFile=${report}`,
        ...jest,
      ],
      {
        cwd,
        env: {
          ...process.env,
          NODE_OPTIONS: `--require ${preload}`,
          CONFORMANCE_KEYS: JSON.stringify(keys),
        },
      },
    );
    return readResult(report, output);
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} report the path of Jest's report
 * @param {string} output what Jest printed
 * @returns {Result}
 */
function readResult(report, output) {
  let text;
  try {
    text = readFileSync(report, "utf8");
  } catch {
    throw new Error(`The suite did not run:\n${output.trim()}`);
  }
  /** @type {{ testResults: { name: string, message: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(text);
  // A file that cannot be compiled has no tests.
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (broken) throw new Error(`${broken.name} did not run:\n${broken.message}`);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  /** @param {string} status */
  const withStatus = (status) => tests.filter((test) => test.status === status);
  const passed = withStatus("passed").length;
  const failed = withStatus("failed").map(({ fullName }) => fullName);
  return { passed, skipped: tests.length - passed - failed.length, failed };
}
