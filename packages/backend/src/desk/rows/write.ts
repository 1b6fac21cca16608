import type { Connection } from "../../database/port.ts";
import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { columnOf } from "./cells.ts";
import { hasKeySql } from "./read.ts";

/** The values of a row by column, as PostgreSQL's texts. Other columns get their defaults. */
export type Values = Readonly<Record<string, string | null>>;

/** Below PostgreSQL's limit of 65,535 parameters. */
const mostParameters = 30_000;

/** Inserts rows, and returns their number. */
export async function insertRows(
  connection: Connection,
  structure: Structure,
  rows: readonly Values[],
): Promise<number> {
  const names = structure.columns
    .filter(({ name }) => rows.some((row) => Object.hasOwn(row, name)))
    .map(({ name }) => name);
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) columnOf(structure, name);
  const relation = identifier(structure.schema, structure.name);
  if (names.length === 0) {
    for (const _ of rows) await connection.query(sql`insert into ${relation} default values`);
    return rows.length;
  }
  let affected = 0;
  const size = Math.max(1, Math.floor(mostParameters / names.length));
  for (let at = 0; at < rows.length; at += size) {
    const values = rows.slice(at, at + size).map((row) => valuesSql(names, row));
    // Insert into identity columns as well, so that a deleted row can be restored with its old identity.
    const result = await connection.query(sql`
      insert into ${relation} (${join(names.map((name) => identifier(name)))})
      overriding system value values ${join(values)}`);
    affected += result.affected;
  }
  return affected;
}

const valuesSql = (names: readonly string[], row: Values): Sql =>
  sql`(${join(names.map((name) => (Object.hasOwn(row, name) ? sql`${row[name]}` : trusted("default"))))})`;

/** Changes columns of one row. Returns 0 if the role does not see the row, or may not change it. */
export async function updateRow(
  connection: Connection,
  structure: Structure,
  { key, set }: { readonly key: readonly string[]; readonly set: Values },
): Promise<number> {
  const changes = Object.entries(set).map(
    ([name, value]) => sql`${identifier(columnOf(structure, name).name)} = ${value}`,
  );
  const { affected } = await connection.query(sql`
    update ${identifier(structure.schema, structure.name)} set ${join(changes)}
    where ${hasKeySql(structure, key)}`);
  return affected;
}

/** Rows that are longer are deleted without a copy for undo. */
const longestUndoBytes = 2_000_000;

/**
 * Deletes rows.
 *
 * @returns the deleted rows, so that they can be inserted again; null if they are too long to send
 */
export async function deleteRows(
  connection: Connection,
  structure: Structure,
  keys: readonly (readonly string[])[],
): Promise<{ readonly affected: number; readonly deleted: readonly Values[] | null }> {
  const relation = identifier(structure.schema, structure.name);
  const condition = join(
    keys.map((key) => sql`(${hasKeySql(structure, key)})`),
    " or ",
  );
  const { rows: sizes } = await connection.query<{ readonly bytes: number }>(sql`
    select coalesce(sum(octet_length(r::text)), 0)::float8 as bytes
    from ${relation} as r where ${condition}`);
  const names = structure.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  if ((sizes[0]?.bytes ?? 0) > longestUndoBytes) {
    const { affected } = await connection.query(sql`delete from ${relation} where ${condition}`);
    return { affected, deleted: null };
  }
  const { rows, affected } = await connection.query<{ readonly cells: (string | null)[] }>(sql`
    delete from ${relation} where ${condition}
    returning array[${join(names.map((name) => sql`${identifier(name)}::text`))}] as cells`);
  const deleted = rows.map(({ cells }) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
  );
  return { affected, deleted };
}
