import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorPayload } from "vite";
import { MigrationError } from "../database/migrations/migration-error.ts";
import type { Problem } from "../dev/project-follower.ts";

/** The number of lines that are shown before and after the one with the error. */
const surroundingLines = 2;

/** Returns the error that Vite's client shows over the page for a problem. */
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

/** Returns the lines around an error, in the format of Vite's own frames, which Vite's client requires. */
function frameOf(
  file: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const firstLine = Math.max(1, line - surroundingLines);
  const lastLine = Math.min(lines.length, line + surroundingLines);
  const width = String(lastLine).length;
  return lines
    .slice(firstLine - 1, lastLine)
    .flatMap((text, index) => {
      const number = firstLine + index;
      const numbered = `${String(number).padEnd(width)} | ${text}`;
      const caret = `${" ".repeat(width)} | ${" ".repeat(column - 1)}^`;
      return number === line ? [numbered, caret] : [numbered];
    })
    .join("\n")
    .concat("\n");
}
