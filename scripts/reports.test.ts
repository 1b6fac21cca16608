import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightReport, vitestReport } from "./reports.mjs";

const folder = mkdtempSync(join(tmpdir(), "portico-reports-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const file = join(folder, "report.json");
  writeFileSync(file, typeof report === "string" ? report : JSON.stringify(report));
  return file;
}

const loaded = {
  name: "a.test.ts",
  status: "failed",
  assertionResults: [
    { status: "passed", fullName: "adds" },
    { status: "pending", fullName: "waits" },
    { status: "failed", fullName: "subtracts" },
  ],
};

test("counts what passed and what failed, and leaves out what was skipped", () => {
  expect(vitestReport(written({ numPassedTests: 1, testResults: [loaded] }), 1)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["a.test.ts: subtracts"],
  });
});

test("a file that could not be loaded is a failure", () => {
  const broken = { name: "b.test.ts", status: "failed", assertionResults: [] };
  expect(vitestReport(written({ numPassedTests: 1, testResults: [loaded, broken] }), 1)).toEqual({
    passed: 1,
    failed: 2,
    failures: ["a.test.ts: subtracts", "b.test.ts: could not be run"],
  });
});

test("a run that failed outside its tests is a failure", () => {
  expect(vitestReport(written({ numPassedTests: 7, testResults: [] }), 1)).toMatchObject({
    passed: 7,
    failed: 1,
  });
});

test("a run that left no report, or half of one, is a failure", () => {
  const none = { passed: 0, failed: 1 };
  expect(vitestReport(join(folder, "none.json"), 0)).toEqual(none);
  expect(playwrightReport(written('{"stats":'), 0)).toEqual(none);
});

test("finds Playwright's failures in nested suites, a second attempt included", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "sign-in.test.ts",
    tests: [{ projectName: "pglite", status }],
  });
  const report = {
    stats: { expected: 3 },
    suites: [
      {
        specs: [spec("signs in", "expected"), spec("signs out", "unexpected")],
        suites: [{ specs: [spec("stays", "flaky"), spec("leaves", "skipped")] }],
      },
    ],
  };
  expect(playwrightReport(written(report), 1)).toEqual({
    passed: 3,
    failed: 2,
    failures: ["sign-in.test.ts on pglite: signs out", "sign-in.test.ts on pglite: stays"],
  });
});
