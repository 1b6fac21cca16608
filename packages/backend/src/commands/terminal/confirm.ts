import { createInterface } from "node:readline/promises";
import { UsageError } from "../../usage-error.ts";
import type { CommandOptions } from "./command.ts";

/** The option that confirms a destructive command in advance. */
export const yesOption = {
  yes: { type: "boolean", short: "y", help: "don't ask before data is deleted" },
} as const satisfies CommandOptions;

/**
 * Warns about what a command will delete, and asks for confirmation.
 *
 * @throws {UsageError} when the answer is not yes, or standard input is not a terminal
 */
export async function confirm(warning: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new UsageError(`${warning} To confirm: --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${warning} Continue? [y/N] `);
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new UsageError("Nothing was changed.");
}
