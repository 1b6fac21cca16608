import type { Connection } from "../port.ts";
import { join, sql, trusted } from "../sql.ts";
import { endOfLine } from "./tokens.ts";

/** The rows that follow a `COPY … FROM stdin`. */
export interface CopyData {
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

/** Parses rows in COPY's text format, up to `\.` (PostgreSQL documentation, COPY). */
export function parseCopyData(script: string, start: number): CopyData {
  const rows: (string | null)[][] = [];
  for (let position = start; position < script.length; ) {
    const end = endOfLine(script, position);
    const line = script.slice(position, end).replace(/\r$/, "");
    position = end + 1;
    if (line === "\\.") return { rows, end: position };
    rows.push(
      line
        .split("\t")
        .map((field) =>
          field === "\\N"
            ? null
            : field.replaceAll(/\\(.)/g, (_, character: string) => escapes[character] ?? character),
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
  rows: CopyData["rows"],
): Promise<void> {
  const { table, columns } = target;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    const values = batch.map((row) => sql`(${join(row.map((field) => sql`${field}`))})`);
    await connection.query(sql`
      insert into ${trusted(`${table} ${columns}`)} overriding system value values ${join(values)}`);
  }
}

/** Returns the table and the columns of a COPY in the text format, or undefined for another format. */
export function parseCopyTarget(text: string): { table: string; columns: string } | undefined {
  const [, table, columns = ""] =
    /^copy\s+([^\s(]+)\s*(\([^)]*\))?\s*from\s+stdin(?:\s+with)?(?:\s*\(\s*format\s+text\s*\))?\s*$/i.exec(
      text,
    ) ?? [];
  return table === undefined ? undefined : { table, columns };
}
