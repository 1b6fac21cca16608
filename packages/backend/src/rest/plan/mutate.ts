import { invalidPutFilters } from "../errors.ts";
import type { ApiRequest, Mutation } from "../parse/request.ts";
import type { Filter } from "../parse/syntax.ts";
import type { SchemaCache, Table } from "../schema-cache/types.ts";
import { refuseCostlyMembers } from "./costly-values.ts";
import { columnNotFound } from "./errors.ts";
import { columnField, fromJson, resolveCondition } from "./fields.ts";
import type { PlanContext } from "./read.ts";
import { jsonBody, type MutationPlan, type PlanField, type ReadPlan } from "./types.ts";

/**
 * Plans a mutation.
 *
 * @throws {RestError} PGRST105 for a PUT that does not name its row, PGRST204
 */
export function planMutation(
  mutation: Mutation,
  table: Table,
  read: ReadPlan,
  { request, cache }: PlanContext,
): MutationPlan {
  const { query, preferences } = request;
  const target = { schema: table.schema, name: table.name };
  const filters = query.filters.filter(({ path }) => path.length === 0).map(({ value }) => value);
  const trees = [...filters, ...query.logic.map(({ value }) => value)];
  const where = trees.map((tree) => resolveCondition(tree, target, cache));
  const returnsRows =
    preferences.return === "representation" || preferences.return === "headers-only";
  const returning = returnsRows ? neededColumns(read, table.primaryKey) : [];
  const applyDefaults = preferences.missing === "default";
  const writtenRows = () => {
    const columns = writtenColumns(request, table, cache);
    const body = jsonBody(request.payload);
    refuseCostlyMembers(body, columns);
    return { columns, body };
  };
  switch (mutation) {
    case "create":
      return {
        kind: "insert",
        into: target,
        ...writtenRows(),
        onConflict: preferences.resolution && {
          resolution: preferences.resolution,
          columns: query.onConflict ?? table.primaryKey,
        },
        where: [],
        returning,
        primaryKey: table.primaryKey,
        appliesDefaults: applyDefaults,
      };
    case "upsertOne":
      if (!namesOneRow(request, filters, table)) throw invalidPutFilters();
      return {
        kind: "insert",
        into: target,
        ...writtenRows(),
        onConflict: { resolution: "merge-duplicates", columns: table.primaryKey },
        where,
        returning,
        primaryKey: [],
        appliesDefaults: false,
      };
    case "update":
      return {
        kind: "update",
        table: target,
        ...writtenRows(),
        where,
        returning,
        applyDefaults,
      };
    case "delete":
      return { kind: "delete", from: target, where, returning };
    default:
      return mutation satisfies never;
  }
}

function writtenColumns(request: ApiRequest, table: Table, cache: SchemaCache): PlanField[] {
  return request.columns.map((name) => {
    const column = table.columns.get(name);
    if (column === undefined) throw columnNotFound(table.name, name);
    return fromJson(columnField(column), cache);
  });
}

/** Returns whether the filters are exactly the primary key, each with `eq`. */
function namesOneRow(request: ApiRequest, filters: readonly Filter[], table: Table): boolean {
  const { logic, filterNames } = request.query;
  const keyColumns = new Set(table.primaryKey);
  return (
    logic.length === 0 &&
    keyColumns.size > 0 &&
    filterNames.length === keyColumns.size &&
    filterNames.every((name) => keyColumns.has(name)) &&
    filters.every(
      ({ condition: { negated, operation } }) =>
        !negated &&
        operation.kind === "quantifiable" &&
        operation.operator === "eq" &&
        operation.quantifier === null,
    )
  );
}

/**
 * Returns the columns that a mutation or a call has to return to the outer query: the selected columns, the columns
 * that the joins of embeds compare, and the primary key for the Location header.
 */
export function neededColumns(read: ReadPlan, primaryKey: readonly string[]): string[] {
  const selectedColumns = read.select.map(({ field }) => field.name);
  if (selectedColumns.includes("*")) return ["*"];
  const relationships = read.embeds.map(({ relationship }) => relationship);
  // A computed relationship passes the row to a function, which may read any column.
  if (relationships.some(({ kind }) => kind === "computed")) return ["*"];
  const joinColumns = relationships.flatMap((relationship) => {
    switch (relationship.kind) {
      case "many-to-one":
      case "one-to-many":
      case "one-to-one":
        return relationship.columns.map(([column]) => column);
      case "many-to-many":
        return relationship.junction.source.map(([column]) => column);
      case "computed":
        return [];
      default:
        return relationship satisfies never;
    }
  });
  return [...new Set([...selectedColumns, ...joinColumns, ...primaryKey])].sort();
}
