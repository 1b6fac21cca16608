import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach } from "vitest";

/** Of a long output the end says why a test failed. */
const printedCharacters = 20_000;

interface KeptOutput {
  /** For the reader, as "portico start". */
  readonly name: string;
  readonly child: ChildProcess;
  read(): string;
}

/** What the processes of the running file have printed. */
let outputs: KeptOutput[] = [];

/**
 * Keeps what a process prints. When a test of the file that started it fails, that is printed with the failure.
 *
 * @param name for the reader, as "portico start"
 * @returns what it has printed so far
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

/** Prints the outputs of this file's processes after each test that fails. Called once for each file, by Vitest's set-up. */
export function printOutputOfFailures(): void {
  afterEach(({ task }) => {
    if (task.result?.state === "fail") {
      for (const { name, read } of outputs) {
        console.error(`${name} printed:\n${read().slice(-printedCharacters)}`);
      }
    }
    // The next test has nothing to do with what has ended.
    outputs = outputs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  });
  afterAll(() => {
    outputs = [];
  });
}
