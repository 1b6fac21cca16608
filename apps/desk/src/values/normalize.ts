import type { Column } from "../api/catalog.ts";
import { kindOf } from "./kind.ts";

/**
 * Returns an error message if a text cannot be a value of the column. Only JSON is checked here; PostgreSQL checks the
 * rest.
 */
export function problemOf(column: Column, text: string): string | undefined {
  const kind = kindOf(column);
  const isJson = kind === "json" || (kind === "array" && text.trimStart().startsWith("["));
  if (!isJson) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `Not JSON: ${error.message}` : "Not JSON";
  }
}

/** Converts a text to PostgreSQL's format: a JSON array becomes an array literal. */
export function toPostgres(column: Column, text: string): string {
  if (kindOf(column) !== "array" || !text.trimStart().startsWith("[")) return text;
  return arrayLiteral(JSON.parse(text));
}

function arrayLiteral(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `{${value.map(arrayLiteral).join(",")}}`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
