import type { SelectedField } from "../parse/syntax.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import { representationKey, type SchemaCache } from "../schema-cache/types.ts";
import { columnField, resolveOutput, toOutput } from "./fields.ts";
import type { PlanSelect } from "./types.ts";

interface SelectContext {
  readonly table: QualifiedName;
  /** True if columns have to be listed one by one for GROUP BY. */
  readonly aggregated: boolean;
  readonly spread: "one" | "many" | null;
}

/** Plans the columns of one node: resolves and names them, and expands `*` if necessary. */
export function planSelect(
  fields: readonly SelectedField[],
  context: SelectContext,
  cache: SchemaCache,
): PlanSelect[] {
  const resolvedItems = fields.map(({ field, alias, cast, aggregate, aggregateCast }) => ({
    field: resolveOutput(field, context.table, cache),
    alias,
    cast,
    aggregate,
    aggregateCast,
  }));
  return expandStars(resolvedItems, context, cache).map((item) => withAlias(item, context));
}

function expandStars(
  items: readonly PlanSelect[],
  { table, aggregated, spread }: SelectContext,
  cache: SchemaCache,
): readonly PlanSelect[] {
  const columns = [...(cache.tables.get(nameKey(table))?.columns.values() ?? [])];
  const hasRepresentation = columns.some(({ nominalType }) =>
    cache.representations.has(representationKey(nominalType, "json")),
  );
  if (!aggregated && !hasRepresentation) return items;
  return items.flatMap((item) => {
    if (item.field.name !== "*" || item.field.path.length > 0) return [item];
    if (item.aggregate === null) {
      return columns.map((column) => ({ ...item, field: toOutput(columnField(column), cache) }));
    }
    const wholeRow = spread !== null && item.aggregate === "count";
    return [wholeRow ? { ...item, field: { ...item.field, wholeRow } } : item];
  });
}

/** Adds an alias to a column that SQL would name differently: a json path, a cast or a spread. */
function withAlias(item: PlanSelect, { spread }: SelectContext): PlanSelect {
  const { field, aggregate } = item;
  if (item.alias !== null) return item;
  if (aggregate !== null) return spread === null ? item : { ...item, alias: aggregate };
  if (field.path.length > 0) return { ...item, alias: pathName(item) };
  return field.transform === null ? item : { ...item, alias: field.name };
}

/** Returns the last key of the path, ignoring indexes. */
function pathName({ field }: PlanSelect): string {
  return field.path.findLast(({ by }) => by === "key")?.value ?? field.name;
}
