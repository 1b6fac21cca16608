import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach } from "vitest";

/** Only the end of a long output is printed, because it explains why a test failed. */
const printedCharacters = 20_000;

interface KeptOutput {
  /** The name to print, such as "portico start". */
  readonly name: string;
  readonly child: ChildProcess;
  read(): string;
}

/** The outputs of the processes that the running file has started. */
let outputs: KeptOutput[] = [];

/**
 * Records the output of a process. If a test of the file that started it fails, the output is printed with the
 * failure.
 *
 * @param name the name to print, such as "portico start"
 * @returns a function that returns the output so far
 */
export function keepOutput(name: string, child: ChildProcess): () => string {
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
 * Prints the outputs of this file's processes after each failed test. Vitest's set-up calls it once per file.
 */
export function printOutputOfFailures(): void {
  afterEach(({ task }) => {
    if (task.result?.state === "fail") {
      for (const { name, read } of outputs) {
        console.error(`${name} printed:\n${read().slice(-printedCharacters)}`);
      }
    }
    // Processes that have already ended do not belong to the next test.
    outputs = outputs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  });
  afterAll(() => {
    outputs = [];
  });
}
