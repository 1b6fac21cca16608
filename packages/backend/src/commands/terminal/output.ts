import type { CommandOptions } from "./command.ts";
import { showControlCharacters } from "./print.ts";

/** The option for the format of a command's output. */
export const outputOption = {
  output: {
    type: "string",
    short: "o",
    argument: "FORMAT",
    help: "text for people, or json for programs (default: text)",
  },
} as const satisfies CommandOptions;

/** Formats a value as JSON for programs. */
export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Aligns rows of text in columns, for people. */
export function asTable(cells: readonly (readonly string[])[]): string {
  // Do this for a pipe as well, because a pager passes control characters on to the terminal.
  const rows = cells.map((row) => row.map(showControlCharacters));
  const widths = rows.reduce<number[]>(
    (currentWidths, row) =>
      row.map((cell, index) => Math.max(currentWidths[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join("   ")
          .trimEnd()}\n`,
    )
    .join("");
}
