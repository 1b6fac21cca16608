import { relative } from "node:path";
import { root } from "../process/run.mjs";
import { emit } from "./events.mjs";

/** @import { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter" */

/**
 * A reporter for Playwright that prints only failures, each when it happens, with the test's output, and sends every
 * event to the process that started Playwright.
 *
 * @implements {Reporter}
 */
export default class PlaywrightReporter {
  /** @type {Map<string, number>} The total time of each file's tests. */
  #durationsMs = new Map();

  printsToStdio() {
    return true;
  }

  /**
   * @param {FullConfig} _config
   * @param {Suite} suite
   */
  onBegin(_config, suite) {
    const files = suite.allTests().map(({ location }) => relative(root, location.file));
    emit({ kind: "planned", files: [...new Set(files)] });
  }

  /** @param {TestCase} test */
  onTestBegin(test) {
    emit({ kind: "started", ...describe(test) });
  }

  /**
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, result) {
    const info = describe(test);
    this.#durationsMs.set(info.file, (this.#durationsMs.get(info.file) ?? 0) + result.duration);
    if (result.status === "skipped") {
      const reason = test.annotations.find(({ type }) => type === "skip")?.description;
      emit({ kind: "finished", ...info, status: "skipped", ...(reason ? { reason } : {}) });
      return;
    }
    const passed = result.status === test.expectedStatus;
    if (!passed) print(info, result);
    emit({ kind: "finished", ...info, status: passed ? "passed" : "failed" });
  }

  /** @param {TestError} error */
  onError(error) {
    const title = `an error outside every test: ${error.message ?? error.value ?? ""}`;
    console.error(`\nFAILED ${title}\n${error.stack ?? ""}`);
    emit({ kind: "error", file: "", title });
  }

  onEnd() {
    for (const [file, durationMs] of this.#durationsMs) emit({ kind: "file", file, durationMs });
  }
}

/** @param {TestCase} test */
function describe(test) {
  const [, project = "", , ...titles] = test.titlePath();
  const file = relative(root, test.location.file);
  return { id: test.id, file, title: `${titles.join(" ")} (${project})` };
}

/**
 * @param {{ file: string, title: string }} info
 * @param {TestResult} result
 */
function print({ file, title }, result) {
  console.error(`\nFAILED ${file}: ${title}`);
  for (const { stack, message, value, snippet } of result.errors) {
    console.error([stack ?? message ?? value, snippet].filter(Boolean).join("\n"));
  }
  const output = [...result.stdout, ...result.stderr].map(String).join("");
  if (output) console.error(`The test printed:\n${output.trimEnd()}`);
}
