import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach } from "vitest";

/** More than a process prints in any test; the end of it says why it failed. */
const mostCharacters = 100_000;

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
      output = (output + chunk.toString()).slice(-mostCharacters);
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
      for (const { name, read } of outputs) console.error(`${name} printed:\n${read()}`);
    }
    // The next test has nothing to do with what has ended.
    outputs = outputs.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  });
  afterAll(() => {
    outputs = [];
  });
}
