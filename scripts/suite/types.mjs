import { readFileSync } from "node:fs";
import { join } from "node:path";
import { print } from "../process/print.mjs";
import { root, run } from "../process/run.mjs";

/** The compiler's checkers repeat part of each other's work, so more checkers than cores make it slower. */
const checkerCount = "2";

/**
 * The compiler is written in Go and exits before most of its memory could be collected. Less garbage collection saves
 * a fifth of the processor time.
 */
const memorySettings = { GOGC: "400", GOMEMLIMIT: "2GiB" };

/**
 * Checks the types of every part that tsconfig.json references, in one process, which reads shared files only once.
 * Prints the errors.
 *
 * @param {string} node
 * @param {string} compiler
 * @param {{ timeoutMs: number, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function checkTypes(node, compiler, { timeoutMs, env }) {
  const { references } = /** @type {{ references: { path: string }[] }} */ (
    JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"))
  );
  const { code, output } = await run(
    node,
    [compiler, "--build", "--verbose", "--pretty", "false", "--checkers", checkerCount],
    { timeoutMs, env: { ...env, ...memorySettings } },
  );
  const partsWithErrors = findPartsWithErrors(output);
  for (const { errors } of partsWithErrors) print(errors.join("\n"));
  const failures = partsWithErrors.map(({ part }) => ({ title: `types of ${part}` }));
  if (code !== 0 && failures.length === 0) {
    print(output);
    failures.push({ title: `the compiler ended with exit code ${code}` });
  }
  return { passed: references.length - failures.length, failures, skipped: [], files: [] };
}

/**
 * Returns the parts with errors, from the compiler's output with --verbose. The errors of a part follow the message
 * "Building project".
 *
 * @param {string} output
 * @returns {{ part: string, errors: string[] }[]}
 */
export function findPartsWithErrors(output) {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  let part = "the repository";
  for (const message of output.split(/\r?\n/)) {
    if (/^\d.* - /.test(message)) {
      part = message.match(/Building project '(.*?)(\/tsconfig\.json)?'/)?.[1] ?? part;
    } else if (/(^|: )error TS\d+: /.test(message)) {
      parts.set(part, [...(parts.get(part) ?? []), message]);
    } else if (/^\s+\S/.test(message)) {
      // The following lines of the same error are indented.
      parts.get(part)?.push(message);
    }
  }
  return [...parts].map(([name, errors]) => ({ part: name, errors }));
}
