import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagePath, renderPage, report } from "./accessibility-report.mjs";
import { root } from "./process/run.mjs";

test("every test that the accessibility report names exists", () => {
  const missing = Object.values(report.tests).filter(({ file, title }) => {
    const path = join(root, file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(`"${title}"`);
  });
  expect(missing).toEqual([]);
});

test("the accessibility report has each criterion once, with tests from its list", () => {
  const { criteria, tests } = report;
  expect(new Set(criteria.map(({ id }) => id)).size).toBe(criteria.length);
  expect(criteria.flatMap((row) => row.tests).filter((name) => !(name in tests))).toEqual([]);
});

test("the accessibility report says how each criterion without a test was evaluated", () => {
  const bare = report.criteria.filter(({ tests, remarks }) => tests.length === 0 && remarks === "");
  expect(bare).toEqual([]);
});

test("the page of the accessibility report agrees with its list of criteria", () => {
  expect(readFileSync(join(root, pagePath), "utf8")).toBe(renderPage());
});
