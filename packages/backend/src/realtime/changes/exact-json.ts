/** A value of JSON. A number that JavaScript would change, such as 2^53 + 1, keeps its digits. */
export type Json =
  | null
  | boolean
  | number
  | string
  | RawNumber
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The digits of a number (https://tc39.es/proposal-json-parse-with-source/). */
interface RawNumber {
  readonly rawJSON: string;
}

/** The parts of the proposal, which Node 22 has and the compiler's library does not name yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: Json, context: { readonly source?: string }) => Json,
  ): Json;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

const exact = JSON as unknown as ExactJson;

export function parseExactly(text: string): Json {
  // Only such numbers can lose digits, and a reviver makes parsing several times slower.
  if (!/\d{16}|\d\.\d|\d[eE]/.test(text)) return JSON.parse(text);
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? exact.rawJSON(source)
      : value,
  );
}

/** The text of a scalar, as PostgreSQL's `->>` gives it; undefined for null, and for what is none. */
export function textOf(value: Json | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (exact.isRawJSON(value)) return value.rawJSON;
  return typeof value === "object" ? undefined : String(value);
}
