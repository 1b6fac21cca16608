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

/** A condition on a table. `embedIsNull` makes the condition on an embed. */
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
      const { field, condition: asked } = planned;
      const subject = fieldOf(table, field);
      return sql`${not(asked.negated)}${subject} ${operation(asked.operation, field)}`;
    }
    default:
      return planned satisfies never;
  }
}

/** A row of nulls alone still exists, and IS NULL could not tell it from a missing row. */
function joinedIsNull(embed: string, negated: boolean): Sql {
  return sql`${name(embed)} IS ${negated ? trusted("DISTINCT FROM NULL") : trusted("NOT DISTINCT FROM NULL")}`;
}

function not(negated: boolean): Sql {
  return negated ? trusted("NOT ") : empty;
}

/** A field, with its path. */
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

function operation(asked: Operation, field: PlanField): Sql {
  switch (asked.kind) {
    case "simple":
      return sql`${trusted(simpleOperators[asked.operator])} ${literal(asked.value, field)}`;
    case "quantifiable": {
      const isLike = asked.operator === "like" || asked.operator === "ilike";
      // An asterisk stands for the percent sign, which would have to be encoded in a URL.
      const value = isLike ? sql`${asked.value.replaceAll("*", "%")}` : literal(asked.value, field);
      const operator = trusted(quantifiableOperators[asked.operator]);
      if (asked.quantifier === null) return sql`${operator} ${value}`;
      return sql`${operator} ${trusted(asked.quantifier.toUpperCase())}(${value})`;
    }
    case "in":
      // Not IN: it has no form for an empty list, and each length would be a statement of its own.
      if (asked.values.length === 1 && asked.values[0] === "") return trusted("= ANY('{}')");
      return sql`= ANY (${listLiteral(asked.values, field)})`;
    case "is":
      return sql`IS ${trusted(isValues[asked.value])}`;
    case "isdistinct":
      return sql`IS DISTINCT FROM ${asked.value}`;
    case "textSearch": {
      const operator = trusted(textSearchOperators[asked.operator]);
      return sql`${operator}(${language(asked.language)}${asked.value})`;
    }
    default:
      return asked satisfies never;
  }
}

function literal(value: string, field: PlanField): Sql {
  return field.transform === null ? sql`${value}` : sql`${trusted(field.transform)}(${value})`;
}

function listLiteral(values: readonly string[], field: PlanField): Sql {
  if (field.transform === null) return sql`${values}`;
  return sql`(SELECT ${trusted(field.transform)}(unnest(${values}::text[])))`;
}

function language(given: string | null): Sql {
  return given === null ? empty : sql`${given}, `;
}
