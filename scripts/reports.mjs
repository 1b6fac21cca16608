import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Tally Skipped tests are in neither number. */

/**
 * Counts the tests of Vitest's JSON report. A file that could not be loaded counts as one failure,
 * and so does a run that failed although no test did (an error outside all tests) or left no report.
 *
 * @param {string} file
 * @param {number} code the exit code of the run
 * @returns {Tally}
 */
export function vitestReport(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ result) =>
      result.status === "failed" &&
      !result.assertionResults.some((test) => test.status === "failed"),
  );
  return conclude(report.numPassedTests, report.numFailedTests + broken.length, code);
}

/**
 * Counts the tests of Playwright's JSON report, with the same rules. A test that passes only at the
 * second attempt has failed.
 *
 * @param {string} file
 * @param {number} code
 * @returns {Tally}
 */
export function playwrightReport(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return conclude(expected, unexpected + flaky, code);
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} code
 */
const conclude = (passed, failed, code) => ({
  passed,
  failed: failed === 0 && code !== 0 ? 1 : failed,
});

/** @param {string} file */
function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}
