import { join, type Sql, sql, trusted } from "../../database/sql.ts";
import { isAllRows, type Range, rangeLimit } from "../parse/range.ts";
import type {
  EmbedPlan,
  PlanField,
  PlanOrder,
  PlanSelect,
  ReadPlan,
  SpreadField,
} from "../plan/types.ts";
import type { QualifiedName } from "../qualified-name.ts";
import { conditionSql, fieldSql } from "./conditions.ts";
import { column, empty, name, qualified, unqualified } from "./names.ts";

/** Returns the query of a read plan. Each embed becomes a lateral join to its own query. */
export function readQuery(plan: ReadPlan, embed: EmbedPlan | null = null): Sql {
  const table = tableOf(plan, embed);
  const orderColumns = embed?.shape.kind === "spreadMany" ? embed.shape.orderedBy : [];
  const columns = [
    ...selectedColumns(plan, table),
    ...orderColumns.map((item) =>
      selectItem(item.embed === null ? table : unqualified(item.embed), item.select),
    ),
    ...plan.embeds.flatMap(embedColumns),
  ];
  const parts = [
    sql`SELECT ${join(columns)}`,
    fromClause(plan, embed),
    ...plan.embeds.map(joinClause),
    whereClause(whereConditions(plan, embed, table)),
    groupClause(plan, table),
    orderClause(table, plan.order),
    limitClause(plan.range),
  ];
  return join(
    parts.filter((part) => part !== empty),
    " ",
  );
}

/**
 * Returns the query that counts a read plan's rows. It has no limit, selects nothing, and has embeds only as
 * conditions.
 */
export function countQuery(plan: ReadPlan, embed: EmbedPlan | null = null): Sql {
  return sql`SELECT 1 ${matchingRows(plan, embed)}`;
}

/**
 * Returns the FROM and WHERE clauses that find a read plan's rows, regardless of its limit. Embeds are only
 * conditions.
 */
export function matchingRows(plan: ReadPlan, embed: EmbedPlan | null = null): Sql {
  const table = tableOf(plan, embed);
  const exists = (inner: EmbedPlan) => sql`EXISTS (${countQuery(inner.plan, inner)})`;
  const embedIsNull = (alias: string, negated: boolean): Sql => {
    const innerEmbed = plan.embeds.find((inner) => inner.alias === alias);
    if (innerEmbed === undefined) return trusted("true");
    return negated ? exists(innerEmbed) : sql`NOT ${exists(innerEmbed)}`;
  };
  const conditions = [
    ...plan.where.map((item) => conditionSql(table, item, embedIsNull)),
    ...joinedBy(embed),
    ...plan.embeds.filter(({ join: kind }) => kind === "inner").map(exists),
  ];
  return sql`${fromClause(plan, embed)} ${whereClause(conditions)}`;
}

/** Returns the table or alias that qualifies a plan's columns. */
export function tableOf(plan: ReadPlan, embed: EmbedPlan | null = null): QualifiedName {
  if (plan.fromAlias !== null) return unqualified(plan.fromAlias);
  return embed?.relationship.kind === "computed"
    ? unqualified(embed.relationship.function.name)
    : plan.from;
}

function fromClause(plan: ReadPlan, embed: EmbedPlan | null): Sql {
  const relationship = embed?.relationship;
  const source =
    embed && relationship?.kind === "computed"
      ? // The cast selects the overload, even if the row comes from a common table expression.
        sql`${qualified(relationship.function)}(${name(embed.parentRow)}::${qualified(relationship.table)})`
      : qualified(plan.from);
  const alias = plan.fromAlias === null ? empty : sql` AS ${name(plan.fromAlias)}`;
  const junction =
    relationship?.kind === "many-to-many"
      ? sql`, ${qualified(relationship.junction.table)}`
      : empty;
  return sql`FROM ${source}${alias}${junction}`;
}

function selectedColumns(plan: ReadPlan, table: QualifiedName): Sql[] {
  // Select something even if the request selects no columns, because the number of rows still matters.
  if (plan.select.length === 0 && plan.embeds.length === 0) return [column(table, "*")];
  return plan.select.map((item) => selectItem(table, item));
}

function selectItem(table: QualifiedName, item: PlanSelect): Sql {
  const value = castTo(item.cast, transformField(table, item.field));
  const alias = item.alias === null ? empty : sql` AS ${name(item.alias)}`;
  return sql`${aggregateValue(item, value)}${alias}`;
}

function transformField(table: QualifiedName, field: PlanField): Sql {
  const plain = fieldSql(table, field);
  return field.transform === null ? plain : sql`${trusted(field.transform)}(${plain})`;
}

function aggregateValue(
  { aggregate, aggregateCast }: Pick<PlanSelect, "aggregate" | "aggregateCast">,
  value: Sql,
): Sql {
  if (aggregate === null) return value;
  return castTo(aggregateCast, sql`${trusted(aggregate.toUpperCase())}(${value})`);
}

/** Returns a cast. Inserting the type is safe, because the grammar allows only letters, digits, blanks, `_` and `$`. */
function castTo(type: string | null, value: Sql): Sql {
  return type === null ? value : sql`CAST(${value} AS ${trusted(type)})`;
}

/** Returns the columns that an embed adds to those of its parent. */
function embedColumns(embed: EmbedPlan): Sql[] {
  const alias = name(embed.alias);
  const { shape } = embed;
  switch (shape.kind) {
    case "object":
      if (shape.empty) return [];
      return [sql`row_to_json(${alias}.*)::jsonb AS ${name(embed.name)}`];
    case "array":
      if (shape.empty) return [];
      return [sql`COALESCE(${alias}.${alias}, '[]') AS ${name(embed.name)}`];
    case "spreadOne":
    case "spreadMany":
      return shape.fields.map((field) => {
        const value = column(unqualified(embed.alias), field.name);
        const fieldAlias = field.alias === null ? empty : sql` AS ${name(field.alias)}`;
        return sql`${aggregateValue(field, value)}${fieldAlias}`;
      });
    default:
      return shape satisfies never;
  }
}

function joinClause(embed: EmbedPlan): Sql {
  const alias = name(embed.alias);
  const kind = trusted(embed.join === "inner" ? "INNER" : "LEFT");
  const query = readQuery(embed.plan, embed);
  const { shape } = embed;
  switch (shape.kind) {
    case "object":
    case "spreadOne":
      return sql`${kind} JOIN LATERAL (${query}) AS ${alias} ON TRUE`;
    case "array":
    case "spreadMany": {
      const arrays =
        shape.kind === "spreadMany"
          ? shape.fields.map((field) => sql`, ${spreadArray(embed, field, shape.order)}`)
          : [];
      const aggregation = sql`SELECT json_agg(${alias})::jsonb AS ${alias}${join(arrays, "")}`;
      const on = embed.join === "inner" ? sql`${alias} IS NOT NULL` : trusted("TRUE");
      return sql`${kind} JOIN LATERAL (${aggregation} FROM (${query}) AS ${alias}) AS ${alias} ON ${on}`;
    }
    default:
      return shape satisfies never;
  }
}

function spreadArray(embed: EmbedPlan, field: SpreadField, order: readonly PlanOrder[]): Sql {
  const inner = unqualified(embed.alias);
  const elements = sql`${column(inner, field.name)} ${orderClause(inner, order)}`;
  return sql`COALESCE(json_agg(${elements}), '[]')::jsonb AS ${name(field.alias ?? field.name)}`;
}

function whereConditions(plan: ReadPlan, embed: EmbedPlan | null, table: QualifiedName): Sql[] {
  return [...plan.where.map((item) => conditionSql(table, item)), ...joinedBy(embed)];
}

function joinedBy(embed: EmbedPlan | null): Sql[] {
  return (embed?.conditions ?? []).map(
    ({ left, leftColumn, right, rightColumn }) =>
      sql`${column(left, leftColumn)} = ${column(right, rightColumn)}`,
  );
}

export function whereClause(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`WHERE ${join(conditions, " AND ")}`;
}

/** Returns a GROUP BY of all other columns if one column is an aggregate. */
function groupClause(plan: ReadPlan, table: QualifiedName): Sql {
  const hasAggregates =
    plan.select.some(({ aggregate }) => aggregate !== null) ||
    plan.embeds.some(
      ({ shape }) => "fields" in shape && shape.fields.some(({ aggregate }) => aggregate !== null),
    );
  if (!hasAggregates) return empty;
  const ownColumns = plan.select
    .filter(({ aggregate }) => aggregate === null)
    .map(({ alias, field }) => (alias === null ? fieldSql(table, field) : name(alias)));
  const embeddedColumns = plan.embeds.flatMap(({ name: embedName, alias, shape }) => {
    switch (shape.kind) {
      case "object":
      case "array":
        return shape.empty ? [] : [name(embedName)];
      case "spreadOne":
      case "spreadMany":
        return shape.fields
          .filter(({ aggregate }) => aggregate === null)
          .map((field) => column(unqualified(alias), field.alias ?? field.name));
      default:
        return shape satisfies never;
    }
  });
  const terms = [...ownColumns, ...embeddedColumns];
  return terms.length === 0 ? empty : sql`GROUP BY ${join(terms)}`;
}

function orderClause(table: QualifiedName, order: readonly PlanOrder[]): Sql {
  if (order.length === 0) return empty;
  const terms = order.map(({ embed, field, direction, nulls }) => {
    const subject = fieldSql(embed === null ? table : unqualified(embed), field);
    const directionSql = direction === null ? "" : ` ${direction.toUpperCase()}`;
    const nullsOrder =
      nulls === null ? "" : nulls === "nullsfirst" ? " NULLS FIRST" : " NULLS LAST";
    return sql`${subject}${trusted(directionSql + nullsOrder)}`;
  });
  return sql`ORDER BY ${join(terms)}`;
}

function limitClause(range: Range): Sql {
  if (isAllRows(range)) return empty;
  const limit = rangeLimit(range);
  const max = limit === null ? trusted("ALL") : sql`${limit}`;
  return sql`LIMIT ${max} OFFSET ${range.lower}`;
}
