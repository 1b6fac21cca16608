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

/** A condition on the metadata of vectors. All members must match. */
export type Filter =
  | { readonly $and: readonly Filter[] }
  | { readonly $or: readonly Filter[] }
  | { readonly [key: string]: Scalar | Comparisons };

/** Returns a filter as a condition on the column `metadata`. */
export function conditionOf(filter: Filter): Sql {
  return allOf(
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

const allOf = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql`true` : join(conditions, " and ");

function fieldCondition(key: string, { $exists, $in, $nin, ...comparisons }: Comparisons): Sql {
  const conditions: Sql[] = [];
  const { $eq, $ne, ...numbers } = comparisons;
  if ($eq !== undefined) conditions.push(oneOf(key, [$eq]));
  if ($ne !== undefined) conditions.push(noneOf(key, [$ne]));
  if ($in) conditions.push(oneOf(key, $in));
  if ($nin) conditions.push(noneOf(key, $nin));
  for (const [operator, bound] of Object.entries(numbers)) {
    if (bound !== undefined) conditions.push(comparison(key, operator, bound));
  }
  if ($exists !== undefined)
    conditions.push(sql`jsonb_exists(metadata, ${key}::text) = ${$exists}`);
  return sql`(${allOf(conditions)})`;
}

/** Returns the condition that a value is one of `values`. A list matches if one of its elements does. */
const oneOf = (key: string, values: readonly Scalar[]) => sql`coalesce(
  case when jsonb_typeof(metadata -> ${key}::text) = 'array'
    then exists (select from jsonb_array_elements_text(metadata -> ${key}::text) element
      where element = any(${values.map(String)}::text[]))
    else metadata ->> ${key}::text = any(${values.map(String)}::text[]) end, false)`;

/** As in the reference, a vector without the key does not match. */
const noneOf = (key: string, values: readonly Scalar[]) =>
  sql`(jsonb_exists(metadata, ${key}::text) and not ${oneOf(key, values)})`;

const operators: Readonly<Record<string, string>> = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

/** Returns a numeric comparison. Values that are not numbers do not match. */
const comparison = (key: string, operator: string, bound: number) => sql`
  case when jsonb_typeof(metadata -> ${key}::text) = 'number'
    then (metadata ->> ${key}::text)::numeric ${trusted(operators[operator] ?? "=")} ${bound}::float8::numeric
    else false end`;
