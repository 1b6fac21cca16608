import { join, type Sql, sql, trusted } from "../../database/sql.ts";

type Scalar = string | number | boolean;

interface Comparisons {
  readonly $eq?: Scalar | undefined;
  readonly $ne?: Scalar | undefined;
  readonly $gt?: number | undefined;
  readonly $gte?: number | undefined;
  readonly $lt?: number | undefined;
  readonly $lte?: number | undefined;
  readonly $in?: readonly Scalar[] | undefined;
  readonly $nin?: readonly Scalar[] | undefined;
  readonly $exists?: boolean | undefined;
}

/** A condition on the metadata of vectors. Several members must all hold. */
export type Filter =
  | { readonly $and: readonly Filter[] }
  | { readonly $or: readonly Filter[] }
  | { readonly [key: string]: Scalar | Comparisons };

/** Returns the condition on the column `metadata`. */
export function conditionOf(filter: Filter): Sql {
  return all(
    Object.entries(filter).map(([key, value]) => {
      if (key === "$and" || key === "$or") {
        const parts = (value as readonly Filter[]).map((part) => sql`(${conditionOf(part)})`);
        return sql`(${join(parts, key === "$and" ? " and " : " or ")})`;
      }
      return fieldCondition(key, isScalar(value) ? { $eq: value } : (value as Comparisons));
    }),
  );
}

/** Returns the metadata keys that a filter reads. */
export function keysOf(filter: Filter): readonly string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key === "$and" || key === "$or" ? (value as readonly Filter[]).flatMap(keysOf) : [key],
  );
}

const isScalar = (value: unknown): value is Scalar => typeof value !== "object";

const all = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql`true` : join(conditions, " and ");

function fieldCondition(key: string, { $exists, $in, $nin, ...compared }: Comparisons): Sql {
  const conditions: Sql[] = [];
  const { $eq, $ne, ...numbers } = compared;
  if ($eq !== undefined) conditions.push(isOneOf(key, [$eq]));
  if ($ne !== undefined) conditions.push(isNoneOf(key, [$ne]));
  if ($in) conditions.push(isOneOf(key, $in));
  if ($nin) conditions.push(isNoneOf(key, $nin));
  for (const [operator, bound] of Object.entries(numbers)) {
    if (bound !== undefined) conditions.push(compares(key, operator, bound));
  }
  if ($exists !== undefined)
    conditions.push(sql`jsonb_exists(metadata, ${key}::text) = ${$exists}`);
  return sql`(${all(conditions)})`;
}

/** A list matches if one of its elements does. */
const isOneOf = (key: string, values: readonly Scalar[]) => sql`coalesce(
  case when jsonb_typeof(metadata -> ${key}::text) = 'array'
    then exists (select from jsonb_array_elements_text(metadata -> ${key}::text) element
      where element = any(${values.map(String)}::text[]))
    else metadata ->> ${key}::text = any(${values.map(String)}::text[]) end, false)`;

/** As in the reference, a vector without the key does not match. */
const isNoneOf = (key: string, values: readonly Scalar[]) =>
  sql`(jsonb_exists(metadata, ${key}::text) and not ${isOneOf(key, values)})`;

const operators: Readonly<Record<string, string>> = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

/** Values that are not numbers do not match. */
const compares = (key: string, operator: string, bound: number) => sql`
  case when jsonb_typeof(metadata -> ${key}::text) = 'number'
    then (metadata ->> ${key}::text)::numeric ${trusted(operators[operator] ?? "=")} ${bound}::float8::numeric
    else false end`;
