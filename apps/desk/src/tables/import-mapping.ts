import { DeskFailure } from "../api/call.ts";
import type { Column } from "../api/catalog.ts";
import type { Values } from "../api/rows.ts";
import type { CsvRow } from "../export/csv.ts";
import { problemOf, toPostgres } from "../values/normalize.ts";

/** The column of the table for each field of the file; an empty text leaves the field out. */
export type Mapping = readonly string[];

const simplified = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the columns that have the names of the fields, whatever their case and spaces. */
export function guessMapping(
  header: readonly (string | null)[],
  columns: readonly Column[],
): Mapping {
  const free = new Set(columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name));
  return header.map((field) => {
    const text = field?.trim() ?? "";
    const found = free.has(text)
      ? text
      : [...free].find((name) => simplified(name) === simplified(text));
    if (found === undefined || text === "") return "";
    free.delete(found);
    return found;
  });
}

/**
 * Returns the rows of a file as values of the table.
 *
 * @throws {Error} for a value that cannot be one of its column, with its line
 */
export function valuesOf(
  rows: readonly CsvRow[],
  mapping: Mapping,
  columns: readonly Column[],
): Values[] {
  const mapped = mapping.flatMap((name, at) => {
    const column = columns.find((one) => one.name === name);
    return column ? [{ column, at }] : [];
  });
  return rows.map(({ line, cells }) =>
    Object.fromEntries(
      mapped.map(({ column, at }) => {
        const text = cells[at] ?? null;
        const problem = text === null ? undefined : problemOf(column, text);
        if (problem) throw new Error(`Line ${line}, ${column.name}: ${problem}`);
        return [column.name, text === null ? null : toPostgres(column, text)];
      }),
    ),
  );
}

/** Returns PostgreSQL's refusal with the line of the file and the column. */
export function withLine(error: unknown, rows: readonly CsvRow[]): Error {
  if (!(error instanceof DeskFailure))
    return error instanceof Error ? error : new Error(String(error));
  const { row, column } = error.body;
  const line = row === undefined ? undefined : rows[row]?.line;
  if (line === undefined) return error;
  const location = column === undefined ? `Line ${line}` : `Line ${line}, ${column}`;
  return new DeskFailure(error.status, { ...error.body, message: `${location}: ${error.message}` });
}
