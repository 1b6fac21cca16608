import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { root } from "./run.mjs";

/**
 * What a stage came to. Skipped tests are in neither number.
 *
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] the names of what failed
 */

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
  /** @type {string[]} */
  const failures = [];
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(
      (/** @type {{ status: string }} */ test) => test.status === "failed",
    );
    const path = relative(root, resolve(root, name));
    for (const test of failed) failures.push(`${path}: ${test.fullName}`);
    if (status === "failed" && failed.length === 0) failures.push(`${path}: could not be run`);
  }
  return conclude(report.numPassedTests, failures, code);
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
  return conclude(report.stats.expected, report.suites.flatMap(failuresOf), code);
}

/**
 * @typedef {object} Suite
 * @property {{ title: string, file: string, tests: { projectName: string, status: string }[] }[]} specs
 * @property {Suite[]} [suites]
 *
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName }) => `${file} on ${projectName}: ${title}`),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/**
 * @param {number} passed
 * @param {string[]} failures
 * @param {number} code
 */
function conclude(passed, failures, code) {
  return { passed, failed: failures.length === 0 && code !== 0 ? 1 : failures.length, failures };
}

/** @param {string} file */
function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}
