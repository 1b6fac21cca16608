import type { Condition, FieldReference, Filter, LogicTree } from "../parse/syntax.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import { type Column, representationKey, type SchemaCache } from "../schema-cache/types.ts";
import type { PlanCondition, PlanField } from "./types.ts";

/** A field for a column of the catalogue. */
export function columnField(column: Column): PlanField {
  return {
    ...unknownField(column.name),
    type: column.nominalType,
    baseType: column.type,
    default: column.default,
  };
}

/** A field for a name that is no column: a computed field, or a mistake that PostgreSQL will report. */
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

/** A field to read or order by. */
export function resolveField(
  reference: FieldReference,
  table: QualifiedName,
  cache: SchemaCache,
): PlanField {
  const column = cache.tables.get(nameKey(table))?.columns.get(reference.name);
  const field = column ? columnField(column) : unknownField(reference.name);
  // A json column is stepped into as it is, so that an index on the steps applies.
  const toJson = field.type !== "json" && field.type !== "jsonb";
  return { ...field, path: reference.path, toJson };
}

/** A field to show, through the cast to json that its domain may have. */
export function resolveOutput(
  reference: FieldReference,
  table: QualifiedName,
  cache: SchemaCache,
): PlanField {
  return toOutput(resolveField(reference, table, cache), cache);
}

export function toOutput(field: PlanField, cache: SchemaCache): PlanField {
  return transformed(field, field.type, "json", cache);
}

/** A field to fill from json. */
export function fromJson(field: PlanField, cache: SchemaCache): PlanField {
  return transformed(field, "json", field.type, cache);
}

function transformed(
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
  const plain = resolveField(filter.field, table, cache);
  const field = transformed(plain, "text", plain.type, cache);
  return {
    kind: "filter",
    field: { ...field, textSearch: textSearch(condition, field) },
    condition,
  };
}

/** A column that is not a tsvector is converted before it is searched; a computed field has to be one. */
function textSearch(condition: Condition, field: PlanField): PlanField["textSearch"] {
  const { operation } = condition;
  if (operation.kind !== "textSearch") return null;
  if (field.baseType === "" || field.baseType === "tsvector") return null;
  return { language: operation.language };
}
