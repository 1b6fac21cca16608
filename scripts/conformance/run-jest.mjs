import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../process/run.mjs";
import { temporaryDirectory } from "../process/temporary-directory.mjs";

/**
 * Returns a function that runs the Jest tests of a suite.
 *
 * @param {readonly string[]} parameters The arguments that the suite's own command gives to Jest.
 * @returns {import("./suites.mjs").Suite["run"]}
 */
export const runJest =
  (...parameters) =>
  async ({ cwd, keys }) => {
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
        ...parameters,
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
    return readReport(report, output);
  };

/**
 * @param {string} report the path of Jest's report
 * @param {string} output what Jest printed
 * @returns {import("./suites.mjs").Result}
 */
function readReport(report, output) {
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
