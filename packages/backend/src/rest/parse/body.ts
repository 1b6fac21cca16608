import { nestsDeeperThan } from "../../http/nesting.ts";
import { invalidBody } from "../errors.ts";
import { type MediaType, mediaTypeName } from "../media-type.ts";
import { parseCsv } from "./csv.ts";
import { parseQueryString } from "./query-string.ts";

/** What a request carries. The JSON stays the text that came: numbers keep all their digits. */
export type Payload =
  /** Objects that all have the same keys, which are known. */
  | { readonly kind: "json"; readonly text: string; readonly keys: readonly string[] }
  /** JSON that `columns=` says the keys of; PostgreSQL reads it. */
  | { readonly kind: "unreadJson"; readonly text: string }
  | {
      readonly kind: "form";
      readonly pairs: readonly (readonly [string, string])[];
      readonly keys: readonly string[];
    }
  /** The single unnamed argument of a function. */
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

/** How deep JSON may nest: PostgreSQL's own limit depends on its stack and would be a server error. */
const deepestJson = 500;

/**
 * Reads a body by its media type.
 *
 * @param options.forFunction a function takes a form by name, and other types whole
 * @param options.columnsGiven `columns=` makes reading the keys unnecessary
 * @throws {RestError} PGRST102
 */
export function parseBody(
  bytes: Uint8Array,
  type: MediaType,
  options: { readonly forFunction: boolean; readonly columnsGiven: boolean },
): Payload {
  switch (type.kind) {
    case "json": {
      const text = jsonText(bytes);
      if (options.columnsGiven) return { kind: "unreadJson", text };
      if (options.forFunction && bytes.length === 0) return { kind: "json", text: "{}", keys: [] };
      return withKeys(text, parseJson(text));
    }
    case "csv": {
      const records = parseCsv(decodeText(bytes));
      const keys = sameKeys(records);
      if (keys === null) throw invalidBody("All lines must have same number of fields");
      return { kind: "json", text: JSON.stringify(records), keys };
    }
    case "form": {
      const pairs = parseQueryString(decodeText(bytes)).map(
        ([name, value]) => [name, value ?? ""] as const,
      );
      if (!options.forFunction) {
        const record = Object.fromEntries(pairs);
        return { kind: "json", text: JSON.stringify(record), keys: sorted(Object.keys(record)) };
      }
      return { kind: "form", pairs, keys: sorted(pairs.map(([name]) => name)) };
    }
    case "text":
    case "xml":
    case "octets":
      if (options.forFunction) return { kind: "raw", bytes };
      throw notAcceptable(type);
    case "geojson":
    case "openapi":
    case "any":
    case "arrayNullsStripped":
    case "object":
    case "plan":
    case "other":
      throw notAcceptable(type);
    default:
      return type satisfies never;
  }
}

function notAcceptable(type: MediaType) {
  return invalidBody(`Content-Type not acceptable: ${mediaTypeName(type)}`);
}

function withKeys(text: string, value: unknown): Payload {
  if (Array.isArray(value)) {
    if (value.length === 0) return nothing;
    const keys = sameKeys(value);
    if (keys === null) throw invalidBody("All object keys must match");
    return { kind: "json", text, keys };
  }
  // A scalar inserts nothing, as with PostgREST.
  if (!isRecord(value)) return nothing;
  return { kind: "json", text, keys: sorted(Object.keys(value)) };
}

const nothing: Payload = { kind: "json", text: "[]", keys: [] };

/** The keys that all records have, or null when they differ or one is no record. */
function sameKeys(values: readonly unknown[]): string[] | null {
  const [first] = values;
  if (first === undefined) return [];
  if (!isRecord(first)) return null;
  const keys = Object.keys(first);
  const same = values.every(
    (value) =>
      isRecord(value) &&
      Object.keys(value).length === keys.length &&
      keys.every((key) => Object.hasOwn(value, key)),
  );
  return same ? sorted(keys) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Distinct and in order, so that a request's columns do not depend on how it was written. */
export function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function jsonText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (nestsDeeperThan(deepestJson, text)) {
    throw invalidBody(`JSON is nested deeper than ${deepestJson} levels`);
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}
