import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { EmbedPlan, ReadPlan } from "../../rest/plan/types.ts";
import type { QualifiedName } from "../../rest/qualified-name.ts";
import { qualified } from "../../rest/sql/names.ts";
import { matchingRows, tableOf } from "../../rest/sql/read.ts";
import { maxCount, type Session, truncate } from "../session.ts";
import type { Relation } from "./catalog.ts";
import type { FoundRow } from "./row-checker.ts";

/** The maximum number of rows in a report. */
export const maxRows = 20;

/** The maximum number of rows for which policies are evaluated in order to find {@link maxRows} rows. */
export const maxCheckedRows = 200;

/** Longer rows are skipped. */
const maxRowBytes = 256 * 1024;

const maxValueLength = 200;

/** Returns the select list for a {@link FoundRow}. */
const rowColumns = (table: QualifiedName): Sql =>
  sql`(${qualified(table)}.*)::text as text, to_jsonb(${qualified(table)}.*) as json`;

/** Returns the expression that identifies a row by its table and position. */
const rowId = (table: QualifiedName): Sql =>
  sql`${qualified(table)}.tableoid::bigint::text || ${qualified(table)}.ctid::text`;

/**
 * Returns rows that a read matches with row-level security bypassed, but not as the caller.
 *
 * @param relation the table that the plan reads
 */
export async function unseenRows(
  session: Session,
  plan: ReadPlan,
  relation: Relation,
  limit = maxRows,
): Promise<FoundRow[]> {
  const table = tableOf(plan);
  const seenRowIds = relation.kind === "table" ? await seenIds(session, plan) : [];
  const id = relation.kind === "table" ? rowId(table) : trusted("null::text");
  return readRows(
    session,
    sql`select ${id} as id, ${rowColumns(table)} ${matchingRows(plan)}`,
    sql`id is null or not (id = any (${seenRowIds}::text[]))`,
    limit,
  );
}

/** Returns the rows that a read plan matches with row-level security bypassed. */
export function allRowsOf(session: Session, plan: ReadPlan, limit = maxRows): Promise<FoundRow[]> {
  return readRows(
    session,
    sql`select ${rowColumns(tableOf(plan))} ${matchingRows(plan)}`,
    trusted("true"),
    limit,
  );
}

/**
 * Returns embedded rows that the caller does not see, although the read matches their parents.
 * @param table the embedded table, or the junction table
 */
export async function unseenChildren(
  session: Session,
  plan: ReadPlan,
  embed: EmbedPlan,
  table: "target" | "junction",
): Promise<FoundRow[]> {
  const { relationship } = embed;
  const isJunction = table === "junction" && relationship.kind === "many-to-many";
  const child = isJunction ? relationship.junction.table : tableOf(embed.plan, embed);
  const children = sql`select ${rowColumns(child)} ${matchingRows(embed.plan, embed)} limit 5`;
  const seenRowIds = await seenIds(session, plan).catch(() => []);
  const { rows } = await session.asPrivileged<{ children: FoundRow[] | null }>(sql`
    select children from (
      select ${rowId(tableOf(plan))} as id,
        (select json_agg(child) from (${children}) as child) as children
      ${matchingRows(plan)}
    ) as parents where not (id = any (${seenRowIds}::text[])) limit ${trusted(String(maxRows))}`);
  return rows.flatMap(({ children: found }) => found ?? []).map(shortened);
}

/**
 * Returns the rows of a view's table whose keys the view contains.
 *
 * @returns undefined if the view does not have the table's primary key under the same names
 */
export async function rowsBehindView(
  session: Session,
  plan: ReadPlan,
  view: Relation,
  base: Relation,
): Promise<FoundRow[] | undefined> {
  const { primaryKey } = base;
  if (primaryKey.length === 0 || !primaryKey.every((name) => view.columns.includes(name))) {
    return undefined;
  }
  const table = tableOf(plan);
  const keyOf = (source: Sql) => join(primaryKey.map((name) => sql`${source}.${identifier(name)}`));
  return readRows(
    session,
    sql`select ${rowColumns(base)} from ${qualified(base)}
      where (${keyOf(qualified(base))}) in (select ${keyOf(qualified(table))} ${matchingRows(plan)})`,
    trusted("true"),
    maxRows,
  );
}

/** Returns the rows of a query that has the columns of a {@link FoundRow}, with row-level security bypassed. */
export async function readRows(
  session: Session,
  query: Sql,
  condition: Sql,
  limit: number,
): Promise<FoundRow[]> {
  const { rows } = await session.asPrivileged<FoundRow>(sql`
    select text, json from (${query}) as found
    where (${condition}) and octet_length(text) <= ${trusted(String(maxRowBytes))}
    limit ${trusted(String(limit))}`);
  return rows.map(shortened);
}

/** Returns the rows that a statement writes, and rolls them back. */
export async function writtenRows(session: Session, statement: Sql): Promise<FoundRow[]> {
  const { rows } = await session.dryRun<FoundRow>(
    "privileged",
    sql`with portico_written as (${statement})
      select (portico_written.*)::text as text, to_jsonb(portico_written.*) as json
      from portico_written limit ${trusted(String(maxCheckedRows))}`,
  );
  return rows.map(shortened);
}

/** Returns the positions of the rows that the caller sees, or an empty list if the caller may not read positions. */
async function seenIds(session: Session, plan: ReadPlan): Promise<readonly string[]> {
  try {
    const { rows } = await session.asCaller<{ id: string }>(sql`
      select ${rowId(tableOf(plan))} as id ${matchingRows(plan)} limit ${trusted(String(10 * maxCount))}`);
    return rows.map(({ id }) => id);
  } catch {
    return [];
  }
}

function shortened({ text, json }: FoundRow): FoundRow {
  const shortEntries = Object.entries(json).map(([name, value]) => {
    if (typeof value === "string") return [name, truncate(value, maxValueLength)];
    const nested = typeof value === "object" && value !== null ? JSON.stringify(value) : "";
    return [name, nested.length > maxValueLength ? truncate(nested, maxValueLength) : value];
  });
  return { text, json: Object.fromEntries(shortEntries) };
}
