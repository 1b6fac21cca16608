import { textOf } from "./long-rows.ts";

/**
 * Converts values to and from PostgreSQL, alike for every adapter. The drivers' own conversions differ (a
 * JavaScript array is an array to one and JSON to another), so neither is used.
 */

/** A value as PostgreSQL's text for it; `null` is NULL. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.toWellFormed();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(",")}}`;
  if (typeof value === "object") return json(value);
  return String(value);
}

/**
 * JSON that PostgreSQL accepts. JavaScript writes half of a surrogate pair as an escape, which `jsonb`
 * refuses; it becomes U+FFFD, as everywhere else.
 */
function json(value: object): string {
  return JSON.stringify(value).replace(/(?<=(?<!\\)(?:\\\\)*)\\u[dD][89a-fA-F]../g, "\ufffd");
}

function arrayElement(value: unknown): string {
  const text = toText(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Converts PostgreSQL's text for a value to JavaScript; a long text may be UTF-8. */
export type Parser = (text: string | Uint8Array) => unknown;

/** Object identifiers of the types that become something other than text (pg_type.dat). */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [16, (text) => text === "t" || text === "true"],
  [17, bytes],
  [20, integer],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [1009, array],
  [1184, (text) => new Date(text)],
  [2951, array],
  [3802, JSON.parse],
]);

/** The parser of a type. Parsers of types that stay text leave bytes as they are. */
export function parserFor(typeOid: number): Parser {
  const parse = parsers.get(typeOid);
  if (!parse) return (text) => text;
  return (text) => parse(typeof text === "string" ? text : textOf(text));
}

/** A `bytea` in either form of `bytea_output` (documentation, section 8.4). */
function bytes(text: string): Uint8Array {
  if (text.startsWith("\\x")) return new Uint8Array(Buffer.from(text.slice(2), "hex"));
  const plain = text.replace(/\\(\\|\d{3})/g, (_, escaped: string) =>
    escaped === "\\" ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)),
  );
  return new Uint8Array(Buffer.from(plain, "latin1"));
}

function integer(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** A one-dimensional array in PostgreSQL's text form (documentation, section 8.15.6). */
function array(text: string): (string | null)[] {
  const elements: (string | null)[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const character = text[at] as string;
    if (character === '"') {
      const end = endOfElement(text, at + 1);
      elements.push(text.slice(at + 1, end).replace(/\\(.)/g, "$1"));
      at = end + 1;
    } else if (",{}".includes(character)) at++;
    else {
      const [bare = ""] = bareElement(text, at);
      elements.push(bare === "NULL" ? null : bare);
      at += bare.length;
    }
  }
  return elements;
}

/** The place of the closing quote. */
function endOfElement(text: string, from: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return found.index;
    mark.lastIndex++;
  }
  return text.length;
}

function bareElement(text: string, from: number): readonly string[] {
  const bare = /[^,{}]+/y;
  bare.lastIndex = from;
  return bare.exec(text) ?? [];
}
