/** A part of an OpenAPI document. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Returns OpenAPI's type for a PostgreSQL type. `json` has none, because it can hold any value. */
export function schemaType(type: string): { readonly type?: string; readonly format: string } {
  switch (type) {
    case "character varying":
    case "character":
    case "text":
      return { type: "string", format: type };
    case "boolean":
      return { type: "boolean", format: type };
    case "smallint":
    case "integer":
      return { type: "integer", format: "int32" };
    case "bigint":
      return { type: "integer", format: "int64" };
    case "numeric":
    case "real":
    case "double precision":
      return { type: "number", format: type };
    case "json":
    case "jsonb":
      return { format: type };
    default:
      return { type: type.endsWith("[]") ? "array" : "string", format: type };
  }
}

/** Returns the schema of an array type's elements. */
export function arrayItems(type: string): SchemaObject {
  if (!type.endsWith("[]")) return {};
  const { type: element } = schemaType(type.slice(0, -2));
  return { items: element === undefined ? {} : { type: element } };
}
