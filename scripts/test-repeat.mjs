import "./tools/require-node-version.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { formatDuration, print } from "./process/print.mjs";
import { root } from "./process/run.mjs";

// `npm run test:repeat -- 10`: runs `npm test` that many times, alternately on an idle machine and with two busy
// loops per core, and prints every test that failed in any run. The output of each run is kept.

const runs = Number(process.argv[2] ?? 10);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("Usage: npm run test:repeat -- [number of runs]");
  process.exit(2);
}

const folder = join(root, "node_modules/.cache/portico/repeat");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** @type {Map<string, string[]>} The runs in which each test failed. */
const failures = new Map();
for (let runNumber = 1; runNumber <= runs; runNumber += 1) {
  const isBusy = runNumber % 2 === 0;
  const name = `run ${runNumber} (${isBusy ? "busy" : "idle"})`;
  const loops = isBusy ? startBusyLoops(2 * availableParallelism()) : [];
  const failedTests = await runTests(runNumber, name);
  for (const loop of loops) loop.kill("SIGKILL");
  for (const test of failedTests) failures.set(test, [...(failures.get(test) ?? []), name]);
}

print();
for (const [test, names] of failures) print(`failed in ${names.join(", ")}: ${test}`);
print(`${failures.size} tests failed in any of ${runs} runs; the output is in ${folder}`);
process.exitCode = failures.size === 0 ? 0 : 1;

/** @param {number} count */
function startBusyLoops(count) {
  return Array.from({ length: count }, () => {
    const loop = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
    process.on("exit", () => loop.kill("SIGKILL"));
    return loop;
  });
}

/**
 * @param {number} runNumber
 * @param {string} name
 * @returns {Promise<string[]>} the tests that failed
 */
async function runTests(runNumber, name) {
  const report = join(folder, `${runNumber}.json`);
  const log = openSync(join(folder, `${runNumber}.log`), "w");
  const startedAt = performance.now();
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "scripts/test.mjs")], {
      stdio: ["ignore", log, log],
      env: { ...process.env, PORTICO_TEST_REPORT: report },
    });
    process.on("exit", () => child.kill("SIGTERM"));
    child.on("close", resolve);
  });
  const failedTests = existsSync(report)
    ? failuresOf(report)
    : [`ended with ${code}, without a report`];
  print(`${name}: ${failedTests.length} failed, ${formatDuration(performance.now() - startedAt)}`);
  return failedTests;
}

/** @param {string} report */
function failuresOf(report) {
  /** @type {{ stages: import("./suite/summary.mjs").Stage[] }} */
  const { stages } = JSON.parse(readFileSync(report, "utf8"));
  return stages.flatMap(({ name, tally }) =>
    tally.failures.map(({ file, title }) => `${name}, ${file ?? ""} ${title}`),
  );
}
