import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorPayload } from "vite";
import { MigrationError } from "../database/migrations/migration-error.ts";
import type { Problem } from "../dev/developer.ts";

/** How many lines are shown before and after the one with an error. */
const surroundingLines = 2;

/** Returns the error with which Vite's client shows a problem over the page. */
export function overlayOf({ message, error }: Problem, project: string): ErrorPayload {
  const location = error instanceof MigrationError ? error.location : undefined;
  if (!location) return { type: "error", err: { plugin: "portico", message, stack: "" } };
  const file = join(project, location.file);
  return {
    type: "error",
    err: {
      plugin: "portico",
      message: withoutExcerpt(message),
      stack: "",
      id: file,
      loc: { ...location, file },
      frame: frameOf(file, location),
    },
  };
}

/** Removes the line of the file and the caret below it, because the frame shows more lines. */
const withoutExcerpt = (message: string): string =>
  message
    .split("\n")
    .filter((line) => !/^\s+(\d+ \| |\^$)/.test(line))
    .join("\n");

/** Vite only shows a frame if its lines begin like those of Vite's own frames. */
function frameOf(
  file: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const first = Math.max(1, line - surroundingLines);
  const last = Math.min(lines.length, line + surroundingLines);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .flatMap((text, index) => {
      const number = first + index;
      const numbered = `${String(number).padEnd(width)} | ${text}`;
      const caret = `${" ".repeat(width)} | ${" ".repeat(column - 1)}^`;
      return number === line ? [numbered, caret] : [numbered];
    })
    .join("\n")
    .concat("\n");
}
