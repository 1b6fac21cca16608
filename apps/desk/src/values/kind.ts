import type { Column } from "../api/catalog.ts";

/** The kind of a value, which decides how it is displayed and edited. */
export type ValueKind =
  | "boolean"
  | "enum"
  | "json"
  | "array"
  | "date"
  | "time"
  | "number"
  | "uuid"
  | "text"
  | "other";

/** Returns the kind of a column's values, derived from `pg_type.typcategory`. */
export function kindOf({ type, category, labels }: Column): ValueKind {
  if (category === "A") return "array";
  if (labels) return "enum";
  if (category === "B") return "boolean";
  if (/^jsonb?$/.test(type)) return "json";
  if (type === "date") return "date";
  if (category === "D") return "time";
  if (category === "N") return "number";
  if (type === "uuid") return "uuid";
  return category === "S" ? "text" : "other";
}

/** Returns the width of a column in the grid, in pixels. */
export function columnWidth(column: Column): number {
  const minWidth = Math.min(320, 52 + column.name.length * 8.2);
  const widths: Readonly<Record<ValueKind, number>> = {
    boolean: 84,
    enum: 128,
    json: 260,
    array: 200,
    date: 120,
    time: 236,
    number: 108,
    uuid: 304,
    text: 240,
    other: 180,
  };
  return Math.round(Math.max(minWidth, widths[kindOf(column)]));
}
