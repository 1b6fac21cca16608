import { decodeUtf8 } from "./long-rows.ts";

/**
 * Converts values to and from PostgreSQL's text format, in the same way for every adapter. The drivers' own conversions
 * differ: one turns a JavaScript array into an array, the other into JSON.
 */

/** Returns a value in PostgreSQL's text format, or null for NULL. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.toWellFormed();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(",")}}`;
  if (typeof value === "object") return toJson(value);
  return String(value);
}

/**
 * Returns JSON that PostgreSQL accepts. JavaScript escapes lone surrogates, which `jsonb` refuses, so they are replaced
 * by U+FFFD.
 */
function toJson(value: object): string {
  return JSON.stringify(value).replace(/(?<=(?<!\\)(?:\\\\)*)\\u[dD][89a-fA-F]../g, "\ufffd");
}

function arrayElement(value: unknown): string {
  const text = toText(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Converts a value from PostgreSQL's text format to JavaScript. Long texts are passed as UTF-8. */
export type Parser = (text: string | Uint8Array) => unknown;

/** Parsers by the OID of their type (pg_type.dat). Values of other types stay text. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [16, (text) => text === "t" || text === "true"],
  [17, parseBytes],
  [20, parseInteger],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [1009, parseArray],
  [1184, (text) => new Date(text)],
  [2951, parseArray],
  [3802, JSON.parse],
]);

/** Returns the parser of a type. For types that stay text, it returns bytes unchanged. */
export function parserFor(typeOid: number): Parser {
  const parse = parsers.get(typeOid);
  if (!parse) return (text) => text;
  return (text) => parse(typeof text === "string" ? text : decodeUtf8(text));
}

/** Parses a `bytea` in either format of `bytea_output` (PostgreSQL documentation, section 8.4). */
function parseBytes(text: string): Uint8Array {
  if (text.startsWith("\\x")) return new Uint8Array(Buffer.from(text.slice(2), "hex"));
  const unescaped = text.replace(/\\(\\|\d{3})/g, (_, escaped: string) =>
    escaped === "\\" ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)),
  );
  return new Uint8Array(Buffer.from(unescaped, "latin1"));
}

function parseInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Parses a one-dimensional array (PostgreSQL documentation, section 8.15.6). */
function parseArray(text: string): (string | null)[] {
  const elements: (string | null)[] = [];
  for (let index = 1; index < text.length - 1; ) {
    const character = text[index] as string;
    if (character === '"') {
      const end = endOfElement(text, index + 1);
      elements.push(text.slice(index + 1, end).replace(/\\(.)/g, "$1"));
      index = end + 1;
    } else if (",{}".includes(character)) index++;
    else {
      const [unquoted = ""] = matchUnquoted(text, index);
      elements.push(unquoted === "NULL" ? null : unquoted);
      index += unquoted.length;
    }
  }
  return elements;
}

/** Returns the index of the element's closing quote. */
function endOfElement(text: string, start: number): number {
  const delimiter = /["\\]/g;
  delimiter.lastIndex = start;
  for (let match = delimiter.exec(text); match; match = delimiter.exec(text)) {
    if (match[0] === '"') return match.index;
    delimiter.lastIndex++;
  }
  return text.length;
}

function matchUnquoted(text: string, start: number): readonly string[] {
  const unquotedPattern = /[^,{}]+/y;
  unquotedPattern.lastIndex = start;
  return unquotedPattern.exec(text) ?? [];
}
