import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach } from "vitest";

/** Only the end of a long output is printed, because the reason for a failure is usually there. */
const maxPrintedCharacters = 20_000;

interface ProcessOutput {
  /** The name to print, such as "portico start". */
  readonly name: string;
  readonly child: ChildProcess;
  read(): string;
}

/** The outputs of the processes that the current test file has started. */
let outputs: ProcessOutput[] = [];

/**
 * Records the output of a process. If a test of the current file fails, the output is printed with the failure.
 *
 * @param name the name to print, such as "portico start"
 * @returns a function that returns the output so far
 */
export function recordOutput(name: string, child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const read = () => output;
  outputs.push({ name, child, read });
  return read;
}

/**
 * Prints the outputs of the current file's processes after each failed test. The setup file calls it once per test file.
 */
export function printOutputOfFailures(): void {
  afterEach(({ task }) => {
    if (task.result?.state === "fail") {
      for (const { name, read } of outputs) {
        console.error(`${name} printed:\n${read().slice(-maxPrintedCharacters)}`);
      }
    }
    // Drop the processes that have ended, because they do not belong to the next test.
    outputs = outputs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  });
  afterAll(() => {
    outputs = [];
  });
}
