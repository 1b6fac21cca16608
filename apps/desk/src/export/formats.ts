import type { Column } from "../api/catalog.ts";
import { toCsv } from "./csv.ts";

export const formats = ["CSV", "JSON", "SQL"] as const;
export type Format = (typeof formats)[number];

interface CopiedRows {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Returns rows as text for the clipboard. */
export function formatRows(format: Format, { schema, name, columns, rows }: CopiedRows): string {
  if (format === "CSV")
    return toCsv(
      columns.map((column) => column.name),
      rows,
    );
  if (format === "JSON") return toJson(columns, rows);
  const names = columns.filter(({ isGenerated }) => !isGenerated);
  const list = names.map((column) => identifier(column.name)).join(", ");
  const overridingClause = names.some(({ isIdentity }) => isIdentity)
    ? " overriding system value"
    : "";
  const values = rows.map(
    (row) =>
      `  (${names.map((column) => literal(column, row[columns.indexOf(column)])).join(", ")})`,
  );
  return `insert into ${identifier(schema)}.${identifier(name)} (${list})${overridingClause} values\n${values.join(",\n")};\n`;
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns whether a text is a number literal in both JSON and SQL. NaN, Infinity and money are not. */
const isNumber = (value: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);

/**
 * Returns a value as an SQL literal. Backslashes are escaped explicitly, because `standard_conforming_strings` can be
 * off.
 */
function literal({ category }: Column, value: string | null | undefined): string {
  if (value == null) return "null";
  if (category === "B") return value;
  if (category === "N" && isNumber(value)) return value;
  const quoted = value.replaceAll("'", "''");
  return quoted.includes("\\") ? `E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}

/**
 * Returns rows as JSON. Numbers, booleans and JSON values are copied as text: parsing them would lose the digits that
 * JavaScript's numbers cannot hold.
 */
function toJson(columns: readonly Column[], rows: CopiedRows["rows"]): string {
  const objects = rows.map((row) => {
    const members = columns.map(
      (column, index) => `${JSON.stringify(column.name)}: ${jsonValue(column, row[index] ?? null)}`,
    );
    return `  { ${members.join(", ")} }`;
  });
  return `[\n${objects.join(",\n")}\n]\n`;
}

function jsonValue({ type, category }: Column, value: string | null): string {
  if (value === null) return "null";
  if (category === "B") return String(value === "true");
  if (/^jsonb?$/.test(type)) return value;
  return category === "N" && isNumber(value) ? value : JSON.stringify(value);
}
