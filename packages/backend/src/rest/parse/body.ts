import { nestsDeeperThan } from "../../http/nesting.ts";
import { invalidBody } from "../errors.ts";
import { type MediaType, mediaTypeName } from "../media-type.ts";
import { jsonOfCsv } from "./csv.ts";
import { findKeys, nestsTooDeep } from "./json-keys.ts";
import { nameIn } from "./payload-names.ts";
import { readQueryString } from "./query-string.ts";
import { inSlices } from "./slices.ts";

/** The body of a request. JSON stays as text, so that numbers keep all their digits. */
export type Payload =
  /** Objects that all have the same keys, which are known. */
  | { readonly kind: "json"; readonly text: string; readonly keys: readonly string[] }
  /** JSON whose keys `columns=` names; PostgreSQL reads it. */
  | { readonly kind: "unreadJson"; readonly text: string }
  | {
      readonly kind: "form";
      readonly pairs: readonly (readonly [string, string])[];
      readonly keys: readonly string[];
    }
  /** The single unnamed argument of a function. */
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

/**
 * How deep JSON may nest. PostgreSQL's own limit depends on its stack, and exceeding it would be a server
 * error.
 */
const deepestJson = 500;

/** How a body is read. */
export interface BodyReading {
  readonly type: MediaType;
  /** A function takes a form's fields by name, and a body of another type whole. */
  readonly forFunction: boolean;
  /** With `columns=` the keys need not be read. */
  readonly columnsGiven: boolean;
  /** Called before a text is made that is this many characters longer than the body. */
  readonly takes?: (characters: number) => Promise<void>;
}

/** In bytes. A shorter body is parsed too fast to delay other requests. */
const short = 64 * 1024;

/** The most fields of a form. */
const mostFields = 10_000;

/**
 * Reads a body by its media type, a long body in slices.
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
      return bytes.length > short ? longJson(decodeText(bytes), reading) : json(bytes, reading);
    case "csv": {
      const csv = decodeText(bytes);
      const { text, names } = await inSlices(jsonOfCsv(csv), reading.takes);
      return { kind: "json", text, keys: sorted(names) };
    }
    case "form": {
      const form = decodeText(bytes);
      if (hasMore(form, /[&;]/g, mostFields)) throw invalidBody("The form has too many fields");
      const read = await inSlices(readQueryString(form));
      const pairs = read.map(([name, value]) => [name, value ?? ""] as const);
      if (!reading.forFunction) {
        const record = Object.fromEntries(pairs);
        const keys = sorted(Object.keys(record).map(nameIn));
        return { kind: "json", text: JSON.stringify(record), keys };
      }
      return { kind: "form", pairs, keys: sorted(pairs.map(([name]) => nameIn(name))) };
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

function json(bytes: Uint8Array, { columnsGiven, forFunction }: BodyReading): Payload {
  const text = decodeText(bytes);
  if (nestsDeeperThan(deepestJson, text)) throw nestsTooDeep(deepestJson);
  if (columnsGiven) return { kind: "unreadJson", text };
  if (forFunction && bytes.length === 0) return { kind: "json", text: "{}", keys: [] };
  return withKeys(text, parseJson(text));
}

/** JSON that could hold millions of objects. */
async function longJson(text: string, { columnsGiven }: BodyReading): Promise<Payload> {
  const asked = { deepest: deepestJson, areKeysWanted: !columnsGiven };
  const keys = await inSlices(findKeys(text, asked));
  if (columnsGiven) return { kind: "unreadJson", text };
  return keys ? { kind: "json", text, keys } : withKeys(text, parseJson(text));
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count >= most) return true;
  return false;
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

/** The keys that all records share, or null when they differ or a value is no record. */
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

/** Distinct and sorted, so that a request's columns do not depend on how it was written. */
export function sorted(names: readonly string[]): string[] {
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
