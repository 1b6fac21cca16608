import { nestsDeeperThan } from "../../http/nesting.ts";
import { invalidBody } from "../errors.ts";
import { type MediaType, mediaTypeName } from "../media-type.ts";
import { jsonOfCsv } from "./csv.ts";
import { findKeys, nestsTooDeep } from "./json-keys.ts";
import { truncateName } from "./payload-names.ts";
import { readQueryString } from "./query-string.ts";
import { inSlices } from "./slices.ts";

/** The body of a request. JSON stays text, so that numbers keep all their digits. */
export type Payload =
  /** An object, or objects that all have these keys. */
  | { readonly kind: "json"; readonly text: string; readonly keys: readonly string[] }
  /** JSON that only PostgreSQL parses, because `columns=` already names its keys. */
  | { readonly kind: "unreadJson"; readonly text: string }
  | {
      readonly kind: "form";
      readonly pairs: readonly (readonly [string, string])[];
      readonly keys: readonly string[];
    }
  /** The body as the single unnamed argument of a function. */
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

/** PostgreSQL's own limit depends on its stack size; exceeding it would be reported as a server error. */
const maxJsonDepth = 500;

/** How to parse a body. */
export interface BodyReading {
  readonly type: MediaType;
  /**
   * Whether the body is for a function: form fields are then named arguments, and a body of another type is the single
   * argument.
   */
  readonly forFunction: boolean;
  /** True if `columns=` names the keys, so that the parser need not find them. */
  readonly columnsGiven: boolean;
  /** Reserves memory for a text that is this many characters longer than the body. */
  readonly reserve?: (characters: number) => Promise<void>;
}

/** Shorter bodies are parsed at once, because they take too little time to delay other requests. */
const maxUnslicedBytes = 64 * 1024;

const maxFields = 10_000;

/**
 * Parses a body by its media type; a long body is parsed in slices.
 *
 * @throws {RestError} PGRST102
 */
export async function parseBody(
  bytes: Uint8Array<ArrayBuffer>,
  reading: BodyReading,
): Promise<Payload> {
  const { type } = reading;
  switch (type.kind) {
    case "json":
      return bytes.length > maxUnslicedBytes
        ? parseLongJson(decodeText(bytes), reading)
        : parseJsonBody(bytes, reading);
    case "csv": {
      const csv = decodeText(bytes);
      const { text, names } = await inSlices(jsonOfCsv(csv), reading.reserve);
      return { kind: "json", text, keys: sortedNames(names) };
    }
    case "form": {
      const form = decodeText(bytes);
      if (hasMore(form, /[&;]/g, maxFields)) throw invalidBody("The form has too many fields");
      const read = await inSlices(readQueryString(form));
      const pairs = read.map(([name, value]) => [name, value ?? ""] as const);
      if (!reading.forFunction) {
        const record = Object.fromEntries(pairs);
        const keys = sortedNames(Object.keys(record).map(truncateName));
        return { kind: "json", text: JSON.stringify(record), keys };
      }
      return { kind: "form", pairs, keys: sortedNames(pairs.map(([name]) => truncateName(name))) };
    }
    case "text":
    case "xml":
    case "octets":
      if (reading.forFunction) return { kind: "raw", bytes };
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

function parseJsonBody(bytes: Uint8Array, { columnsGiven, forFunction }: BodyReading): Payload {
  const text = decodeText(bytes);
  if (nestsDeeperThan(maxJsonDepth, text)) throw nestsTooDeep(maxJsonDepth);
  if (columnsGiven) return { kind: "unreadJson", text };
  if (forFunction && bytes.length === 0) return { kind: "json", text: "{}", keys: [] };
  return withKeys(text, parseJson(text));
}

/** Parses JSON in slices, because a long text could hold millions of objects. */
async function parseLongJson(text: string, { columnsGiven }: BodyReading): Promise<Payload> {
  const options = { deepest: maxJsonDepth, areKeysWanted: !columnsGiven };
  const keys = await inSlices(findKeys(text, options));
  if (columnsGiven) return { kind: "unreadJson", text };
  return keys ? { kind: "json", text, keys } : withKeys(text, parseJson(text));
}

function hasMore(text: string, pattern: RegExp, max: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count >= max) return true;
  return false;
}

function notAcceptable(type: MediaType) {
  return invalidBody(`Content-Type not acceptable: ${mediaTypeName(type)}`);
}

function withKeys(text: string, value: unknown): Payload {
  if (Array.isArray(value)) {
    if (value.length === 0) return nothing;
    const keys = sharedKeys(value);
    if (keys === null) throw invalidBody("All object keys must match");
    return { kind: "json", text, keys };
  }
  // Like PostgREST, insert no rows for a scalar.
  if (!isRecord(value)) return nothing;
  return { kind: "json", text, keys: sortedNames(Object.keys(value)) };
}

const nothing: Payload = { kind: "json", text: "[]", keys: [] };

/** Returns the keys of the records, or null if they differ or a value is not a record. */
function sharedKeys(values: readonly unknown[]): string[] | null {
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
  return same ? sortedNames(keys) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sorts and deduplicates names, so that equivalent requests give the same statement. */
export function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
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
