/**
 * A failed test, or something that counts as one.
 *
 * @typedef {object} Failure
 * @property {string} title
 * @property {string} [file] relative to the repository
 * @property {string} [test] the title of the test, if it can be run alone
 */

/**
 * The results of a stage.
 *
 * @typedef {object} Tally
 * @property {number} passed
 * @property {Failure[]} failures
 * @property {{ reason: string, count: number }[]} skipped
 * @property {{ file: string, durationMs: number }[]} files
 */

/** Collects the events of a test runner; the results of an interrupted run are not lost. */
export class TallyCollector {
  #passed = 0;
  /** @type {Failure[]} */
  #failures = [];
  /** @type {Map<string, number>} */
  #skipped = new Map();
  /** @type {Map<string, number>} */
  #files = new Map();
  /** @type {Map<string, import("./events.mjs").Started>} */
  #running = new Map();
  /** @type {Set<string>} */
  #unfinished = new Set();
  #defaultSkipReason;

  /** @param {string} defaultSkipReason the reason for skipped tests that give none */
  constructor(defaultSkipReason) {
    this.#defaultSkipReason = defaultSkipReason;
  }

  /** @param {import("./events.mjs").Event} event */
  add(event) {
    switch (event.kind) {
      case "planned":
        for (const file of event.files) this.#unfinished.add(file);
        return;
      case "started":
        this.#running.set(event.id, event);
        return;
      case "finished":
        this.#running.delete(event.id);
        this.#count(event);
        return;
      case "file":
        this.#unfinished.delete(event.file);
        // A file can run in several browsers.
        this.#files.set(event.file, (this.#files.get(event.file) ?? 0) + event.durationMs);
        return;
      case "error":
        this.#failures.push({ title: event.title, ...(event.file ? { file: event.file } : {}) });
    }
  }

  /** @param {import("./events.mjs").Finished} event */
  #count({ status, file, title, reason }) {
    if (status === "passed") this.#passed += 1;
    if (status === "failed") this.#failures.push({ file, title, test: title });
    if (status !== "skipped") return;
    const skipReason = reason ?? this.#defaultSkipReason;
    this.#skipped.set(skipReason, (this.#skipped.get(skipReason) ?? 0) + 1);
  }

  /** Returns the number of tests that have finished so far. */
  get finishedCount() {
    return this.#passed + this.#failures.length;
  }

  /**
   * Returns the final tally of a run that has ended.
   *
   * @param {{ code: number, stoppedBecause?: string | undefined }} end the exit code, and why the run was stopped, if it was
   * @returns {Tally}
   */
  close({ code, stoppedBecause }) {
    const failures = [...this.#failures];
    if (stoppedBecause) {
      const running = [...this.#running.values()];
      for (const { file, title } of running) {
        failures.push({ file, title: `${title} (still running: ${stoppedBecause})`, test: title });
      }
      for (const file of this.#unfinished) {
        if (running.some((test) => test.file === file)) continue;
        failures.push({ file, title: `did not finish: ${stoppedBecause}` });
      }
    }
    if (code !== 0 && failures.length === 0) {
      failures.push({ title: `ended with exit code ${code}, although no test failed` });
    }
    return {
      passed: this.#passed,
      failures,
      skipped: [...this.#skipped].map(([reason, count]) => ({ reason, count })),
      files: [...this.#files].map(([file, durationMs]) => ({ file, durationMs })),
    };
  }
}

/**
 * Returns the tally of a stage that passes or fails as a whole.
 *
 * @param {boolean} passed
 * @param {string} title of the failure
 * @returns {Tally}
 */
export function stageTally(passed, title) {
  return { passed: passed ? 1 : 0, failures: passed ? [] : [{ title }], skipped: [], files: [] };
}

/**
 * Returns the tally of a stage that this machine cannot run.
 *
 * @param {string} reason
 * @returns {Tally}
 */
export function skippedStageTally(reason) {
  return { passed: 0, failures: [], skipped: [{ reason, count: 1 }], files: [] };
}
