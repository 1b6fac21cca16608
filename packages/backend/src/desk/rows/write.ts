import type { Connection } from "../../database/port.ts";
import { identifier, join, type Sql, sql } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { columnOf, primaryKeyOf } from "./cells.ts";
import type { Values } from "./insert-sql.ts";
import { hasKeySql } from "./read.ts";

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

/** Larger rows are deleted without a copy for undo. */
const maxUndoBytes = 2_000_000;

/** PostgreSQL's limit is 65,535 parameters. */
const maxParameters = 30_000;

interface DeletionResult {
  readonly affected: number;
  readonly deleted: readonly Values[] | null;
}

/**
 * Deletes rows.
 *
 * @returns the deleted rows for undo, or null if they are too large to send
 */
export async function deleteRows(
  connection: Connection,
  structure: Structure,
  keys: readonly (readonly string[])[],
): Promise<DeletionResult> {
  const keysPerStatement = Math.floor(maxParameters / Math.max(1, primaryKeyOf(structure).length));
  const relation = identifier(structure.schema, structure.name);
  const conditions: Sql[] = [];
  for (let at = 0; at < keys.length; at += keysPerStatement) {
    conditions.push(hasKeysSql(structure, keys.slice(at, at + keysPerStatement)));
  }
  let bytes = 0;
  for (const condition of conditions) bytes += await sizeOf(connection, relation, condition);
  let affected = 0;
  let deleted: Values[] | null = bytes > maxUndoBytes ? null : [];
  for (const condition of conditions) {
    const result = await deleteWhere(connection, structure, condition, deleted !== null);
    affected += result.affected;
    deleted = deleted && result.deleted ? deleted.concat(result.deleted) : null;
  }
  return { affected, deleted };
}

/**
 * Returns the condition for several rows. It is one comparison with a list, so that PostgreSQL uses the key's index.
 */
function hasKeysSql(structure: Structure, keys: readonly (readonly string[])[]): Sql {
  const columns = primaryKeyOf(structure);
  const [key] = keys;
  if (
    columns.length === 0 ||
    keys.length === 1 ||
    keys.some((rowKey) => rowKey.length !== columns.length)
  ) {
    // Choose a key with the wrong number of values, if there is one, so that this throws the error about it.
    return hasKeySql(
      structure,
      keys.find((rowKey) => rowKey.length !== columns.length) ?? key ?? [],
    );
  }
  const names = join(columns.map(({ name }) => identifier(name)));
  const lists = keys.map((rowKey) => sql`(${join(rowKey.map((value) => sql`${value}`))})`);
  return sql`(${names}) in (${join(lists)})`;
}

async function sizeOf(connection: Connection, relation: Sql, condition: Sql): Promise<number> {
  const { rows } = await connection.query<{ readonly bytes: number }>(sql`
    select coalesce(sum(octet_length(r::text)), 0)::float8 as bytes
    from ${relation} as r where ${condition}`);
  return rows[0]?.bytes ?? 0;
}

async function deleteWhere(
  connection: Connection,
  structure: Structure,
  condition: Sql,
  returnsRows: boolean,
): Promise<DeletionResult> {
  const relation = identifier(structure.schema, structure.name);
  if (!returnsRows) {
    const { affected } = await connection.query(sql`delete from ${relation} where ${condition}`);
    return { affected, deleted: null };
  }
  const names = structure.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  const { rows, affected } = await connection.query<{ readonly cells: (string | null)[] }>(sql`
    delete from ${relation} where ${condition}
    returning array[${join(names.map((name) => sql`${identifier(name)}::text`))}] as cells`);
  const deleted = rows.map(({ cells }) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
  );
  return { affected, deleted };
}
