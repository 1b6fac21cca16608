import type { Column, Structure } from "../catalog/structure.ts";
import { noColumn } from "../errors.ts";

/** The maximum number of rows per page. */
export const maxRows = 500;

/** The approximate number of characters per page, whatever the number of columns and rows. */
const pageCharacters = 4_000_000;

/**
 * Returns how many characters of each value are sent. The page requests the complete value when the developer opens it.
 */
export function cellLimit(rows: number, columns: number): number {
  const share = Math.floor(pageCharacters / Math.max(1, rows * columns));
  return Math.min(2_000, Math.max(40, share));
}

/** Returns the column with this name, so that statements contain only names from the catalog. @throws {DeskError} */
export function columnOf({ columns }: Structure, name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw noColumn(name);
  return column;
}

/** Returns the primary key's columns, in the order of the key. */
export const primaryKeyOf = ({ columns }: Structure): readonly Column[] =>
  columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0));
