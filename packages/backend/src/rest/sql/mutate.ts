import { join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { MutationPlan } from "../plan/types.ts";
import type { QualifiedName } from "../qualified-name.ts";
import { bodyAlias, bodyColumns, fromBody } from "./body.ts";
import { conditionSql } from "./conditions.ts";
import { column, empty, name, qualified, unqualified } from "./names.ts";
import { whereClause } from "./read.ts";

type InsertPlan = Extract<MutationPlan, { kind: "insert" }>;
type UpdatePlan = Extract<MutationPlan, { kind: "update" }>;

/** Returns the INSERT, UPDATE or DELETE of a mutation. */
export function mutationQuery(plan: MutationPlan): Sql {
  switch (plan.kind) {
    case "insert":
      return insertQuery(plan);
    case "update":
      return updateQuery(plan);
    case "delete": {
      const where = whereClause(plan.where.map((where) => conditionSql(plan.from, where)));
      return sql`DELETE FROM ${qualified(plan.from)} ${where} ${returning(plan.from, plan.returning)}`;
    }
    default:
      return plan satisfies never;
  }
}

function insertQuery(plan: InsertPlan): Sql {
  const { into, columns, onConflict } = plan;
  const isMerge = onConflict?.resolution === "merge-duplicates";
  const names =
    columns.length === 0 ? empty : sql`(${join(columns.map((field) => name(field.name)))}) `;
  const body = fromBody(plan.body, columns, {
    applyDefaults: plan.appliesDefaults,
    firstOnly: false,
  });
  const rows = sql`SELECT ${bodyColumns(columns)} ${body}`;
  const putConditions = plan.where.map((item) => conditionSql(unqualified(bodyAlias), item));
  const where = whereClause(isMerge ? [countInserted(1), ...putConditions] : putConditions);
  return sql`INSERT INTO ${qualified(into)} ${names}${rows} ${where} ${conflictClause(plan)} ${returning(into, plan.returning)}`;
}

function conflictClause({ columns, onConflict }: InsertPlan): Sql {
  if (onConflict === null || onConflict.columns.length === 0) return empty;
  const target = sql`ON CONFLICT (${join(onConflict.columns.map(name))})`;
  if (onConflict.resolution === "ignore-duplicates" || columns.length === 0) {
    return sql`${target} DO NOTHING`;
  }
  const set = columns.map((field) => sql`${name(field.name)} = EXCLUDED.${name(field.name)}`);
  return sql`${target} DO UPDATE SET ${join(set)} WHERE ${countInserted(-1)}`;
}

/**
 * Returns a condition that is always true, and counts the inserted rows in a setting: it adds one for each attempted
 * row, and subtracts one for each row that is updated instead. The status of an upsert depends on the count.
 */
function countInserted(step: 1 | -1): Sql {
  const current = trusted("coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)");
  const increment = step === 1 ? trusted("+ 1") : trusted("- 1");
  const differentValue = step === 1 ? trusted("'0'") : trusted("'-1'");
  return sql`set_config('pgrst.inserted', (${current} ${increment})::text, true) <> ${differentValue}`;
}

function updateQuery(plan: UpdatePlan): Sql {
  const { table, columns } = plan;
  if (columns.length === 0) {
    // SQL has no UPDATE without SET, so select the columns that the outer query uses, with no rows.
    const selectedColumns =
      plan.returning.length === 0
        ? trusted("NULL")
        : join(plan.returning.map((text) => column(unqualified(table.name), text)));
    return sql`SELECT ${selectedColumns} FROM ${qualified(table)} WHERE false`;
  }
  const set = columns.map(
    (field) => sql`${name(field.name)} = ${column(unqualified(bodyAlias), field.name)}`,
  );
  const body = fromBody(plan.body, columns, {
    applyDefaults: plan.applyDefaults,
    firstOnly: false,
  });
  const where = whereClause(plan.where.map((item) => conditionSql(table, item)));
  return sql`UPDATE ${qualified(table)} SET ${join(set)} ${body} ${where} ${returning(table, plan.returning)}`;
}

function returning(table: QualifiedName, columns: readonly string[]): Sql {
  // The number of rows is always needed, so return something for each row.
  if (columns.length === 0) return trusted("RETURNING 1");
  return sql`RETURNING ${join(columns.map((text) => column(table, text)))}`;
}
