import type { Connection } from "../../database/port.ts";
import { identifier, join, type Sql, sql } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { invalidRequest, noPrimaryKey } from "../errors.ts";
import { cellLimit, columnOf, maxRows, primaryKeyOf } from "./cells.ts";
import { conditionsOf, type Filter, where } from "./conditions.ts";
import { orderOf, type Sort } from "./order.ts";

/** The page of rows to read. */
export interface PageRequest {
  readonly filters: readonly Filter[];
  readonly search: string;
  readonly sort?: Sort | undefined;
  /** The `next` of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A row with its values in PostgreSQL's text format. */
export interface Row {
  /** The values of the primary key, or null if the table has none. */
  readonly key: readonly string[] | null;
  readonly cells: readonly (string | null)[];
  /** The indexes of truncated cells. */
  readonly cut?: readonly number[];
}

export interface Page {
  /** The columns that the role may read, in the order of the cells. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The start of the next page, or null on the last page. */
  readonly next: string | null;
  /** The number of rows that match the filters, up to a limit. Only the first page has it. */
  readonly total: { readonly rows: number; readonly isExact: boolean } | null;
  /** The role's privileges. Policies may still refuse a write. */
  readonly may: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
}

/** Counting more rows would take longer than reading the page. */
const maxCounted = 10_000;

interface Privileges {
  readonly readable: string[];
  readonly may: Page["may"];
}

const relationOf = ({ schema, name }: Pick<Structure, "schema" | "name">): Sql =>
  identifier(schema, name);

/** Reads a page of rows. The connection must already have the role whose rows are to be read. */
export async function readPage(
  connection: Connection,
  structure: Structure,
  request: PageRequest,
): Promise<Page> {
  const { readable, may } = await privilegesOn(connection, structure);
  const relation = relationOf(structure);
  // This throws PostgreSQL's error, which shows whether the role lacks access to the table or to its schema.
  if (readable.length === 0) await connection.query(sql`select from ${relation} limit 1`);
  const order = orderOf(structure, request.sort, new Set(readable));
  const conditions = conditionsOf(structure, request.filters, {
    text: request.search,
    columns: readable,
  });
  const start = startOf(request.cursor, order.keys.length);
  const limit = Math.min(request.limit, maxRows);
  const cutAt = cellLimit(limit, readable.length);
  const key = primaryKeyOf(structure);
  const hasKey = key.length > 0 && key.every(({ name }) => readable.includes(name));
  const { rows } = await connection.query<{
    readonly cells: (string | null)[];
    readonly key: string[];
    readonly position: (string | null)[];
  }>(sql`
    select ${arrayOf(readable.map((name) => sql`left(${identifier(name)}::text, ${cutAt + 1})`))} as cells,
      ${arrayOf((hasKey ? key : []).map(({ name }) => sql`${identifier(name)}::text`))} as key,
      ${arrayOf(order.keys.map((name) => sql`${name}::text`))} as position
    from ${relation}
    ${where(Array.isArray(start) ? [...conditions, order.continueAfter(start)] : conditions)}
    ${order.by} limit ${limit + 1} ${typeof start === "number" ? sql`offset ${start}` : sql``}`);
  const visible = rows.slice(0, limit);
  const last = visible.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const offset = typeof start === "number" ? start : 0;
  return {
    columns: readable,
    rows: visible.map(({ cells, key: values }) => ({
      key: hasKey ? values : null,
      ...shortened(cells, cutAt),
    })),
    next: hasMore
      ? JSON.stringify(order.keys.length > 0 ? last.position : offset + visible.length)
      : null,
    total: request.cursor === undefined ? await countOf(connection, relation, conditions) : null,
    may,
  };
}

const arrayOf = (parts: readonly Sql[]): Sql =>
  parts.length > 0 ? sql`array[${join(parts)}]` : sql`array[]::text[]`;

function shortened(cells: readonly (string | null)[], cutAt: number): Pick<Row, "cells" | "cut"> {
  const cut = cells.flatMap((cell, at) => (cell !== null && cell.length > cutAt ? [at] : []));
  if (cut.length === 0) return { cells };
  return { cells: cells.map((cell) => cell?.slice(0, cutAt) ?? null), cut };
}

/**
 * Returns the values or the offset where a page starts, or undefined for the first page if rows are ordered by a key.
 */
function startOf(
  cursor: string | undefined,
  keyCount: number,
): (string | null)[] | number | undefined {
  if (cursor === undefined) return keyCount > 0 ? undefined : 0;
  let parsed: unknown;
  try {
    parsed = JSON.parse(cursor);
  } catch {
    throw invalidRequest("`cursor` is not the `next` of a page.");
  }
  const isPosition =
    Array.isArray(parsed) &&
    parsed.length === keyCount &&
    parsed.every((value) => value === null || typeof value === "string");
  if (keyCount > 0 && isPosition) return parsed as (string | null)[];
  if (keyCount === 0 && Number.isSafeInteger(parsed) && Number(parsed) >= 0) return Number(parsed);
  throw invalidRequest("`cursor` is not the `next` of a page with this order.");
}

async function privilegesOn(
  connection: Connection,
  { schema, name }: Structure,
): Promise<Privileges> {
  const { rows } = await connection.query<Privileges>(sql`
    select coalesce((
        select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')
      ), '{}') as readable,
      json_build_object(
        'insert', has_any_column_privilege(c.oid, 'insert'),
        'update', has_any_column_privilege(c.oid, 'update'),
        'delete', has_table_privilege(c.oid, 'delete')) as may
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name}`);
  return rows[0] ?? { readable: [], may: { insert: false, update: false, delete: false } };
}

/** Counts the rows up to a limit. */
export async function countOf(connection: Connection, relation: Sql, conditions: readonly Sql[]) {
  const { rows } = await connection.query<{ readonly count: number }>(sql`
    select count(*) as count
    from (select from ${relation} ${where(conditions)} limit ${maxCounted + 1}) as counted`);
  const count = Number(rows[0]?.count ?? 0);
  return { rows: Math.min(count, maxCounted), isExact: count <= maxCounted };
}

/** A longer value is truncated, even when the developer opens it. */
const maxValueCharacters = 1_000_000;

/** Reads a complete value of a row. Returns undefined if the role does not see the row. */
export async function readCell(
  connection: Connection,
  structure: Structure,
  { key, column }: { readonly key: readonly string[]; readonly column: string },
): Promise<{ readonly value: string | null; readonly isCut: boolean } | undefined> {
  const name = identifier(columnOf(structure, column).name);
  const { rows } = await connection.query<{
    readonly value: string | null;
    readonly isCut: boolean;
  }>(sql`
    select left(${name}::text, ${maxValueCharacters}) as value,
      coalesce(length(${name}::text) > ${maxValueCharacters}, false) as "isCut"
    from ${relationOf(structure)} where ${hasKeySql(structure, key)}`);
  return rows[0];
}

/** Returns the condition that selects one row by its key. */
export function hasKeySql(structure: Structure, key: readonly string[]): Sql {
  const columns = primaryKeyOf(structure);
  if (columns.length === 0) throw noPrimaryKey(structure.name);
  if (columns.length !== key.length) {
    throw invalidRequest(`The primary key has ${columns.length} columns.`);
  }
  return join(
    columns.map(({ name }, at) => sql`${identifier(name)} = ${key[at]}`),
    " and ",
  );
}
