import { identifier } from "../../database/sql.ts";

/** Returns a quoted name for the text of a migration. */
export const quoted = (...parts: readonly [string, ...string[]]): string =>
  identifier(...parts).text;

/** Returns the quoted names of columns. */
export const quotedColumns = (columns: readonly string[]): string =>
  columns.map((column) => quoted(column)).join(", ");

/** Returns a role's quoted name. `public` is not quoted, because it is a keyword and not the name of a role. */
export const roleName = (role: string): string => (role === "public" ? "public" : quoted(role));

/** Returns a text as a literal that is correct with any value of `standard_conforming_strings`. */
export function literal(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return escaped.includes("\\") ? `E'${escaped.replaceAll("\\", "\\\\")}'` : `'${escaped}'`;
}

/** Returns the name of a migration's file. */
export function migrationName(...parts: readonly string[]): string {
  const text = parts
    .join("_")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  return text.slice(0, 80) || "change";
}
