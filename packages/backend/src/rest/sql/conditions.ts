import { join, type Sql, sql, trusted } from "../../database/sql.ts";
import type {
  IsValue,
  JsonStep,
  Operation,
  QuantifiableOperator,
  SimpleOperator,
  TextSearchOperator,
} from "../parse/syntax.ts";
import type { PlanCondition, PlanField } from "../plan/types.ts";
import type { QualifiedName } from "../qualified-name.ts";
import { column, empty, name } from "./names.ts";

/** Returns the SQL of a condition on a table. `embedIsNull` returns the SQL of a condition on an embed. */
export function conditionSql(
  table: QualifiedName,
  plan: PlanCondition,
  embedIsNull: (embed: string, negated: boolean) => Sql = joinedRowIsNull,
): Sql {
  switch (plan.kind) {
    case "group": {
      const members = plan.members.map((member) => conditionSql(table, member, embedIsNull));
      const joinedMembers = join(members, plan.operator === "and" ? " AND " : " OR ");
      return sql`${not(plan.negated)}(${joinedMembers})`;
    }
    case "embedIsNull":
      return embedIsNull(plan.embed, plan.negated);
    case "filter": {
      const { field, condition: fieldCondition } = plan;
      const subject = fieldSql(table, field);
      return sql`${not(fieldCondition.negated)}${subject} ${operation(fieldCondition.operation, field)}`;
    }
    default:
      return plan satisfies never;
  }
}

/**
 * Returns a condition on a joined row. Does not use IS NULL, which is also true for a row whose columns are all null.
 */
function joinedRowIsNull(embed: string, negated: boolean): Sql {
  return sql`${name(embed)} IS ${negated ? trusted("DISTINCT FROM NULL") : trusted("NOT DISTINCT FROM NULL")}`;
}

function not(negated: boolean): Sql {
  return negated ? trusted("NOT ") : empty;
}

/** Returns the SQL of a field with its path. */
export function fieldSql(table: QualifiedName, field: PlanField): Sql {
  const columnSql = withPath(table, field);
  if (field.textSearch === null) return columnSql;
  return sql`to_tsvector(${language(field.textSearch.language)}${columnSql})`;
}

function withPath(table: QualifiedName, field: PlanField): Sql {
  if (field.wholeRow) return name(table.name);
  const columnSql = column(table, field.name);
  if (field.path.length === 0) return columnSql;
  const start = field.toJson ? sql`to_jsonb(${columnSql})` : columnSql;
  return sql`${start}${join(field.path.map(step), "")}`;
}

function step({ arrow, by, value }: JsonStep): Sql {
  return by === "key" ? sql`${trusted(arrow)}${value}` : sql`${trusted(arrow)}${value}::int`;
}

const simpleOperators: Readonly<Record<SimpleOperator, string>> = {
  neq: "<>",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};

const quantifiableOperators: Readonly<Record<QuantifiableOperator, string>> = {
  eq: "=",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
};

const textSearchOperators: Readonly<Record<TextSearchOperator, string>> = {
  fts: "@@ to_tsquery",
  plfts: "@@ plainto_tsquery",
  phfts: "@@ phraseto_tsquery",
  wfts: "@@ websearch_to_tsquery",
};

const isValues: Readonly<Record<IsValue, string>> = {
  null: "NULL",
  not_null: "NOT NULL",
  true: "TRUE",
  false: "FALSE",
  unknown: "UNKNOWN",
};

function operation(plan: Operation, field: PlanField): Sql {
  switch (plan.kind) {
    case "simple":
      return sql`${trusted(simpleOperators[plan.operator])} ${literal(plan.value, field)}`;
    case "quantifiable": {
      const isLike = plan.operator === "like" || plan.operator === "ilike";
      // PostgREST accepts `*` in place of `%`, because clients would have to encode `%` in a URL.
      const value = isLike ? sql`${plan.value.replaceAll("*", "%")}` : literal(plan.value, field);
      const operator = trusted(quantifiableOperators[plan.operator]);
      if (plan.quantifier === null) return sql`${operator} ${value}`;
      return sql`${operator} ${trusted(plan.quantifier.toUpperCase())}(${value})`;
    }
    case "in":
      // Do not use IN: it does not accept an empty list, and each length of list would need its own prepared statement.
      if (plan.values.length === 1 && plan.values[0] === "") return trusted("= ANY('{}')");
      return sql`= ANY (${listLiteral(plan.values, field)})`;
    case "is":
      return sql`IS ${trusted(isValues[plan.value])}`;
    case "isdistinct":
      return sql`IS DISTINCT FROM ${plan.value}`;
    case "textSearch": {
      const operator = trusted(textSearchOperators[plan.operator]);
      return sql`${operator}(${language(plan.language)}${plan.value})`;
    }
    default:
      return plan satisfies never;
  }
}

function literal(value: string, field: PlanField): Sql {
  return field.transform === null ? sql`${value}` : sql`${trusted(field.transform)}(${value})`;
}

function listLiteral(values: readonly string[], field: PlanField): Sql {
  if (field.transform === null) return sql`${values}`;
  return sql`(SELECT ${trusted(field.transform)}(unnest(${values}::text[])))`;
}

function language(languageName: string | null): Sql {
  return languageName === null ? empty : sql`${languageName}, `;
}
