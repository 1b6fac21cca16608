import { DeskError } from "../api/call.ts";
import type { Column } from "../api/catalog.ts";
import type { Values } from "../api/rows.ts";
import { type CsvRow, withoutGuard } from "../export/csv.ts";
import { problemOf, toPostgres } from "../values/normalize.ts";

/** The column of the table for each field of the file. An empty string ignores the field. */
export type Mapping = readonly string[];

const simplify = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the column for each field, comparing names without case, spaces and punctuation. */
export function guessMapping(
  header: readonly (string | null)[],
  columns: readonly Column[],
): Mapping {
  const freeColumns = new Set(
    columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name),
  );
  return header.map((field) => {
    const text = field?.trim() ?? "";
    const match = freeColumns.has(text)
      ? text
      : [...freeColumns].find((name) => simplify(name) === simplify(text));
    if (match === undefined || text === "") return "";
    freeColumns.delete(match);
    return match;
  });
}

/**
 * Converts the rows of a file to values of the table.
 *
 * @throws {Error} with the line of a value that the column cannot have
 */
export function valuesOf(
  rows: readonly CsvRow[],
  mapping: Mapping,
  columns: readonly Column[],
): Values[] {
  const mappedColumns = mapping.flatMap((name, index) => {
    const column = columns.find((candidate) => candidate.name === name);
    return column ? [{ column, index }] : [];
  });
  return rows.map(({ line, cells }) =>
    Object.fromEntries(
      mappedColumns.map(({ column, index }) => {
        const field = cells[index] ?? null;
        const text = field === null ? null : withoutGuard(field);
        const problem = text === null ? undefined : problemOf(column, text);
        if (problem) throw new Error(`Line ${line}, ${column.name}: ${problem}`);
        return [column.name, text === null ? null : toPostgres(column, text)];
      }),
    ),
  );
}

/** Returns PostgreSQL's error, with the file's line and the column added. */
export function errorWithLine(error: unknown, rows: readonly CsvRow[]): Error {
  if (!(error instanceof DeskError))
    return error instanceof Error ? error : new Error(String(error));
  const { row, column } = error.body;
  const line = row === undefined ? undefined : rows[row]?.line;
  if (line === undefined) return error;
  const location = column === undefined ? `Line ${line}` : `Line ${line}, ${column}`;
  return new DeskError(error.status, { ...error.body, message: `${location}: ${error.message}` });
}
