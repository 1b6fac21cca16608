import { formatDuration, print } from "../process/print.mjs";

/**
 * A stage with its tally.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} elapsedMs
 * @property {import("./tally.mjs").Tally} tally
 * @property {((failure: import("./tally.mjs").Failure) => string) | undefined} rerunCommand
 *   returns the command that runs one failed test alone
 */

const slowestCount = 10;

/**
 * Prints the summary of a run: the stages, what was skipped and why, the slowest files, the failures with the command
 * that runs each alone, and finally the line "N passed, N failed".
 *
 * @param {{ stages: readonly Stage[], elapsedMs: number }} run
 * @returns {boolean} whether nothing failed
 */
export function printSummary({ stages, elapsedMs }) {
  const failed = stages.flatMap((stage) =>
    stage.tally.failures.map((failure) => ({ stage, failure })),
  );
  print(`\n== ${formatDuration(elapsedMs)} in total`);
  for (const { name, elapsedMs: stageMs, tally } of stages) {
    print(`${name}: ${formatCounts([tally])}, ${formatDuration(stageMs)}`);
  }
  printSkipped(stages);
  printSlowest(stages);
  if (failed.length > 0) print("\nFailures:");
  for (const { stage, failure } of failed) {
    print(`  ${stage.name}, ${failure.file ? `${failure.file}: ` : ""}${failure.title}`);
    if (stage.rerunCommand) print(`    ${stage.rerunCommand(failure)}`);
  }
  print();
  print(formatCounts(stages.map(({ tally }) => tally)));
  return failed.length === 0;
}

/** @param {readonly import("./tally.mjs").Tally[]} tallies */
function formatCounts(tallies) {
  /** @param {(tally: import("./tally.mjs").Tally) => number} count */
  const sum = (count) => tallies.reduce((total, tally) => total + count(tally), 0);
  const skipped = sum((tally) => tally.skipped.reduce((total, { count }) => total + count, 0));
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failures }) => failures.length)} failed`;
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts;
}

/** @param {readonly Stage[]} stages */
function printSkipped(stages) {
  const lines = stages.flatMap(({ name, tally }) =>
    tally.skipped.map(({ reason, count }) => `  ${count} of ${name}: ${reason}`),
  );
  if (lines.length === 0) return;
  print("\nSkipped:");
  for (const line of lines) print(line);
}

/** @param {readonly Stage[]} stages */
function printSlowest(stages) {
  const files = stages.flatMap(({ name, tally }) =>
    tally.files.map(({ file, durationMs }) => ({ name, file, durationMs })),
  );
  if (files.length === 0) return;
  files.sort((a, b) => b.durationMs - a.durationMs);
  print("\nSlowest files:");
  for (const { name, file, durationMs } of files.slice(0, slowestCount)) {
    print(`  ${formatDuration(durationMs)}  ${file} (${name})`);
  }
}
