import { relative } from "node:path";
import { root } from "../process/run.mjs";
import { emit } from "./events.mjs";

/** @import { Reporter, SerializedError, TestCase, TestModule, TestSpecification, TestSuite, Vitest } from "vitest/node" */

/**
 * A reporter for Vitest that prints only failures, each when it happens, with the test's output, and sends every
 * event to the process that started Vitest.
 *
 * @implements {Reporter}
 */
export default class VitestReporter {
  /** @type {Vitest | undefined} */
  #vitest;

  /** @param {Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
  }

  /** @param {ReadonlyArray<TestSpecification>} specifications */
  onTestRunStart(specifications) {
    emit({ kind: "planned", files: specifications.map(({ moduleId }) => pathOf(moduleId)) });
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    emit({ kind: "started", ...describe(test) });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state === "pending") return;
    const info = describe(test);
    if (result.state === "failed") {
      this.#print(
        info,
        result.errors,
        test
          .logs()
          .map(({ content }) => content)
          .join(""),
      );
    }
    const reason = result.state === "skipped" ? (result.note ?? skipReasonOf(test)) : undefined;
    emit({ kind: "finished", ...info, status: result.state, ...(reason ? { reason } : {}) });
  }

  /** @param {TestSuite} suite */
  onTestSuiteResult(suite) {
    this.#reportErrors(suite.errors(), pathOf(suite.module.moduleId), `${suite.fullName} (a hook)`);
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    const file = pathOf(module.moduleId);
    this.#reportErrors(module.errors(), file, "the file itself");
    const { duration, collectDuration, prepareDuration } = module.diagnostic();
    emit({ kind: "file", file, durationMs: duration + collectDuration + prepareDuration });
  }

  /**
   * @param {ReadonlyArray<TestModule>} _modules
   * @param {ReadonlyArray<SerializedError>} errors
   */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      this.#reportErrors([error], "", `an error outside every test: ${error.message}`);
    }
  }

  /**
   * @param {ReadonlyArray<SerializedError>} errors
   * @param {string} file
   * @param {string} title
   */
  #reportErrors(errors, file, title) {
    if (errors.length === 0) return;
    this.#print({ file, title }, errors);
    emit({ kind: "error", file, title });
  }

  /**
   * @param {{ file: string, title: string }} info
   * @param {ReadonlyArray<SerializedError>} errors
   * @param {string} [output]
   */
  #print({ file, title }, errors, output) {
    console.error(`\nFAILED ${file}: ${title}`);
    for (const error of errors) this.#vitest?.logger.printError(error, { fullStack: true });
    if (output) console.error(`The test printed:\n${output.trimEnd()}`);
  }
}

/** @param {TestCase} test */
function describe(test) {
  const { id, module, fullName, project } = test;
  return { id: `${project.name}/${id}`, file: pathOf(module.moduleId), title: fullName };
}

/**
 * Returns the reason from `needs` in a test's options.
 *
 * @param {TestCase} test
 */
function skipReasonOf(test) {
  const { needs } = /** @type {{ needs?: string }} */ (test.meta());
  return needs && `there is no ${needs}`;
}

/** @param {string} moduleId */
function pathOf(moduleId) {
  return relative(root, moduleId);
}
