import type { Condition, FieldReference, Filter, LogicTree } from "../parse/syntax.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import { type Column, representationKey, type SchemaCache } from "../schema-cache/types.ts";
import type { PlanCondition, PlanField } from "./types.ts";

/** Returns the field for a column that is in the schema cache. */
export function columnField(column: Column): PlanField {
  return {
    ...unknownField(column.name),
    type: column.nominalType,
    baseType: column.type,
    default: column.default,
  };
}

/**
 * Returns the field for a name that is not a known column. The name can be a computed field or a mistake, which
 * PostgreSQL will report.
 */
export function unknownField(name: string): PlanField {
  return {
    name,
    path: [],
    toJson: false,
    textSearch: null,
    type: "",
    baseType: "",
    transform: null,
    default: null,
    wholeRow: false,
  };
}

/** Resolves a field to filter or order by. */
export function resolveField(
  reference: FieldReference,
  table: QualifiedName,
  cache: SchemaCache,
): PlanField {
  const column = cache.tables.get(nameKey(table))?.columns.get(reference.name);
  const field = column ? columnField(column) : unknownField(reference.name);
  // Do not convert a json column, so that an index on the path can be used.
  const toJson = field.type !== "json" && field.type !== "jsonb";
  return { ...field, path: reference.path, toJson };
}

/** Resolves a field of the response. If its domain has a cast to json, the field uses the cast. */
export function resolveOutput(
  reference: FieldReference,
  table: QualifiedName,
  cache: SchemaCache,
): PlanField {
  return toOutput(resolveField(reference, table, cache), cache);
}

export function toOutput(field: PlanField, cache: SchemaCache): PlanField {
  return withTransform(field, field.type, "json", cache);
}

/** Returns a field to write. If its domain has a cast from json, the field uses the cast. */
export function fromJson(field: PlanField, cache: SchemaCache): PlanField {
  return withTransform(field, "json", field.type, cache);
}

function withTransform(
  field: PlanField,
  source: string,
  target: string,
  cache: SchemaCache,
): PlanField {
  const transform = cache.representations.get(representationKey(source, target));
  return transform === undefined ? field : { ...field, type: source, transform };
}

export function resolveCondition(
  tree: LogicTree,
  table: QualifiedName,
  cache: SchemaCache,
): PlanCondition {
  switch (tree.kind) {
    case "filter":
      return resolveFilter(tree, table, cache);
    case "group":
      return {
        kind: "group",
        negated: tree.negated,
        operator: tree.operator,
        members: tree.members.map((member) => resolveCondition(member, table, cache)),
      };
    default:
      return tree satisfies never;
  }
}

function resolveFilter(filter: Filter, table: QualifiedName, cache: SchemaCache): PlanCondition {
  const { condition } = filter;
  const plainField = resolveField(filter.field, table, cache);
  const field = withTransform(plainField, "text", plainField.type, cache);
  return {
    kind: "filter",
    field: { ...field, textSearch: textSearch(condition, field) },
    condition,
  };
}

/** Returns the conversion to a tsvector, if the column needs one. A computed field has to be a tsvector. */
function textSearch(condition: Condition, field: PlanField): PlanField["textSearch"] {
  const { operation } = condition;
  if (operation.kind !== "textSearch") return null;
  if (field.baseType === "" || field.baseType === "tsvector") return null;
  return { language: operation.language };
}
