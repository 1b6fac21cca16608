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
export function condition(
  table: QualifiedName,
  planned: PlanCondition,
  embedIsNull: (embed: string, negated: boolean) => Sql = joinedIsNull,
): Sql {
  switch (planned.kind) {
    case "group": {
      const members = planned.members.map((member) => condition(table, member, embedIsNull));
      const joined = join(members, planned.operator === "and" ? " AND " : " OR ");
      return sql`${not(planned.negated)}(${joined})`;
    }
    case "embedIsNull":
      return embedIsNull(planned.embed, planned.negated);
    case "filter": {
      const { field, condition: fieldCondition } = planned;
      const subject = fieldOf(table, field);
      return sql`${not(fieldCondition.negated)}${subject} ${operation(fieldCondition.operation, field)}`;
    }
    default:
      return planned satisfies never;
  }
}

/** Do not use IS NULL, because it is also true for a row whose columns are all null. */
function joinedIsNull(embed: string, negated: boolean): Sql {
  return sql`${name(embed)} IS ${negated ? trusted("DISTINCT FROM NULL") : trusted("NOT DISTINCT FROM NULL")}`;
}

function not(negated: boolean): Sql {
  return negated ? trusted("NOT ") : empty;
}

/** Returns the SQL of a field with its path. */
export function fieldOf(table: QualifiedName, field: PlanField): Sql {
  const plain = withPath(table, field);
  if (field.textSearch === null) return plain;
  return sql`to_tsvector(${language(field.textSearch.language)}${plain})`;
}

function withPath(table: QualifiedName, field: PlanField): Sql {
  if (field.wholeRow) return name(table.name);
  const plain = column(table, field.name);
  if (field.path.length === 0) return plain;
  const start = field.toJson ? sql`to_jsonb(${plain})` : plain;
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

function operation(planned: Operation, field: PlanField): Sql {
  switch (planned.kind) {
    case "simple":
      return sql`${trusted(simpleOperators[planned.operator])} ${literal(planned.value, field)}`;
    case "quantifiable": {
      const isLike = planned.operator === "like" || planned.operator === "ilike";
      // PostgREST accepts an asterisk for the percent sign, which would have to be encoded in a URL.
      const value = isLike
        ? sql`${planned.value.replaceAll("*", "%")}`
        : literal(planned.value, field);
      const operator = trusted(quantifiableOperators[planned.operator]);
      if (planned.quantifier === null) return sql`${operator} ${value}`;
      return sql`${operator} ${trusted(planned.quantifier.toUpperCase())}(${value})`;
    }
    case "in":
      // Do not use IN: it does not accept an empty list, and each length of list would need its own prepared statement.
      if (planned.values.length === 1 && planned.values[0] === "") return trusted("= ANY('{}')");
      return sql`= ANY (${listLiteral(planned.values, field)})`;
    case "is":
      return sql`IS ${trusted(isValues[planned.value])}`;
    case "isdistinct":
      return sql`IS DISTINCT FROM ${planned.value}`;
    case "textSearch": {
      const operator = trusted(textSearchOperators[planned.operator]);
      return sql`${operator}(${language(planned.language)}${planned.value})`;
    }
    default:
      return planned satisfies never;
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
