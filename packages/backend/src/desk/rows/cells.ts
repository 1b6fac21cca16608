import type { Column, Structure } from "../catalog/structure.ts";
import { noColumn } from "../errors.ts";

/** How many rows a page has. */
export const mostRows = 500;

/** About how many characters a page of rows has, whatever the number of its columns and rows. */
const pageCharacters = 4_000_000;

/** Returns how much of a long value is sent. The page asks for the rest of a value that is opened. */
export function cellLimit(rows: number, columns: number): number {
  const share = Math.floor(pageCharacters / Math.max(1, rows * columns));
  return Math.min(2_000, Math.max(40, share));
}

/** Returns the column of a name. The name in a statement is always the one of the catalog. */
export function columnOf({ columns }: Structure, name: string): Column {
  const column = columns.find((one) => one.name === name);
  if (!column) throw noColumn(name);
  return column;
}

/** Returns the columns of the primary key, in the order of the key. */
export const primaryKeyOf = ({ columns }: Structure): readonly Column[] =>
  columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0));
