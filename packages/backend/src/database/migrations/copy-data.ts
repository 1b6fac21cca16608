import type { Connection } from "../port.ts";
import { join, sql, trusted } from "../sql.ts";
import { endOfLine } from "./tokens.ts";

/** The rows that follow a `COPY … FROM stdin`. */
export interface CopiedRows {
  readonly rows: readonly (readonly (string | null)[])[];
  /** The index after the rows. */
  readonly end: number;
}

const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Reads the lines of COPY's text format, up to `\.` (PostgreSQL documentation, COPY). */
export function readCopied(script: string, start: number): CopiedRows {
  const rows: (string | null)[][] = [];
  for (let at = start; at < script.length; ) {
    const end = endOfLine(script, at);
    const line = script.slice(at, end).replace(/\r$/, "");
    at = end + 1;
    if (line === "\\.") return { rows, end: at };
    rows.push(
      line
        .split("\t")
        .map((field) =>
          field === "\\N"
            ? null
            : field.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter),
        ),
    );
  }
  return { rows, end: script.length };
}

const rowsPerInsert = 100;

/** Inserts rows that psql would send by COPY. */
export async function insertRows(
  connection: Pick<Connection, "query">,
  target: { readonly table: string; readonly columns: string },
  rows: CopiedRows["rows"],
): Promise<void> {
  const { table, columns } = target;
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const batch = rows.slice(from, from + rowsPerInsert);
    const values = batch.map((row) => sql`(${join(row.map((field) => sql`${field}`))})`);
    await connection.query(sql`
      insert into ${trusted(`${table} ${columns}`)} overriding system value values ${join(values)}`);
  }
}

/** Returns the table and the columns of a COPY in the text format, or undefined for another format. */
export function copyTarget(text: string): { table: string; columns: string } | undefined {
  const [, table, columns = ""] =
    /^copy\s+([^\s(]+)\s*(\([^)]*\))?\s*from\s+stdin(?:\s+with)?(?:\s*\(\s*format\s+text\s*\))?\s*$/i.exec(
      text,
    ) ?? [];
  return table === undefined ? undefined : { table, columns };
}
