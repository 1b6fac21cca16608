import { nestsDeeperThan } from "../../http/body/nesting.ts";
import { invalidBody } from "../errors.ts";
import { type MediaType, mediaTypeName } from "../media-type.ts";
import { csvToJson } from "./csv.ts";
import { findKeys, nestsTooDeep } from "./json-keys.ts";
import { truncateName } from "./payload-names.ts";
import { readQueryString } from "./query-string.ts";
import { runInSlices } from "./slices.ts";

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
  /** The body is the function's only argument, which has no name. */
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

/** PostgreSQL's own limit depends on its stack size, and a body above it would cause a server error. */
const maxJsonDepth = 500;

/** The options for parsing a body. */
export interface BodyOptions {
  readonly type: MediaType;
  /**
   * Whether the body is for a function. Its form fields are named arguments, and a body of another type is the single
   * argument.
   */
  readonly forFunction: boolean;
  /** True if `columns=` names the keys, so that the parser does not have to find them. */
  readonly hasColumns: boolean;
  /** Reserves memory for a text that is this many characters longer than the body. */
  readonly reserve?: (characters: number) => Promise<void>;
}

/** Shorter bodies are parsed in one step, because they take too little time to delay other requests. */
const maxUnslicedBytes = 64 * 1024;

const maxFields = 10_000;

/**
 * Parses a body by its media type. Parses a long body in slices.
 *
 * @throws {RestError} PGRST102
 */
export async function parseBody(
  bytes: Uint8Array<ArrayBuffer>,
  options: BodyOptions,
): Promise<Payload> {
  const { type } = options;
  switch (type.kind) {
    case "json":
      return bytes.length > maxUnslicedBytes
        ? parseLongJson(decodeText(bytes), options)
        : parseJsonBody(bytes, options);
    case "csv": {
      const csv = decodeText(bytes);
      const { text, names } = await runInSlices(csvToJson(csv), options.reserve);
      return { kind: "json", text, keys: sortedNames(names) };
    }
    case "form": {
      const form = decodeText(bytes);
      if (hasMore(form, /[&;]/g, maxFields)) throw invalidBody("The form has too many fields");
      const fields = await runInSlices(readQueryString(form));
      const pairs = fields.map(([name, value]) => [name, value ?? ""] as const);
      if (!options.forFunction) {
        const record = Object.fromEntries(pairs);
        const keys = sortedNames(Object.keys(record).map(truncateName));
        return { kind: "json", text: JSON.stringify(record), keys };
      }
      return { kind: "form", pairs, keys: sortedNames(pairs.map(([name]) => truncateName(name))) };
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

function parseJsonBody(bytes: Uint8Array, { hasColumns, forFunction }: BodyOptions): Payload {
  const text = decodeText(bytes);
  if (nestsDeeperThan(maxJsonDepth, text)) throw nestsTooDeep(maxJsonDepth);
  if (hasColumns) return { kind: "unreadJson", text };
  if (forFunction && bytes.length === 0) return { kind: "json", text: "{}", keys: [] };
  return withKeys(text, parseJson(text));
}

/** Parses JSON in slices, because a long text could hold millions of objects. */
async function parseLongJson(text: string, { hasColumns }: BodyOptions): Promise<Payload> {
  const keys = await runInSlices(
    findKeys(text, { maxDepth: maxJsonDepth, needsKeys: !hasColumns }),
  );
  if (hasColumns) return { kind: "unreadJson", text };
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
    if (value.length === 0) return emptyPayload;
    const keys = sharedKeys(value);
    if (keys === null) throw invalidBody("All object keys must match");
    return { kind: "json", text, keys };
  }
  // Like PostgREST, insert no rows for a scalar.
  if (!isRecord(value)) return emptyPayload;
  return { kind: "json", text, keys: sortedNames(Object.keys(value)) };
}

const emptyPayload: Payload = { kind: "json", text: "[]", keys: [] };

/** Returns the keys of the records, or null if they differ or a value is not a record. */
function sharedKeys(values: readonly unknown[]): string[] | null {
  const [firstRecord] = values;
  if (firstRecord === undefined) return [];
  if (!isRecord(firstRecord)) return null;
  const keys = Object.keys(firstRecord);
  const haveSameKeys = values.every(
    (value) =>
      isRecord(value) &&
      Object.keys(value).length === keys.length &&
      keys.every((key) => Object.hasOwn(value, key)),
  );
  return haveSameKeys ? sortedNames(keys) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sorts and deduplicates names, so that equivalent requests produce the same SQL statement. */
export function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** @throws {RestError} PGRST102 if the text is not JSON */
export function parseJson(text: string): unknown {
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
