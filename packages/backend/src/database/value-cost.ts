import { patternCost } from "./pattern-cost.ts";

/**
 * The maximum length of a client's text search. PostgreSQL's time to parse it grows with the square of its length, and
 * the embedded database cannot cancel parsing.
 */
export const maxTextSearchLength = 4_096;

/** A cube of 100 dimensions, which is the most, has some 5,000 characters. Its parser also takes quadratic time. */
const maxCubeLength = 10_000;

const costlyType = /\b_?(tsquery|jsonpath|cube|earth)\b/i;

const maxLengths: Readonly<Record<string, number>> = {
  tsquery: maxTextSearchLength,
  cube: maxCubeLength,
  // A domain of the extension `earthdistance`.
  earth: maxCubeLength,
};

/** Returns whether PostgreSQL may take very long to parse a short or medium text as this type, or as an array of it. */
export const isCostlyType = (type: string): boolean => costlyType.test(type);

/**
 * Returns what it costs PostgreSQL to parse a text as a value of a type, in the unit of {@link patternCost}. The cost is
 * 0 if the time is proportional to the length.
 *
 * @param type the type's name, such as `jsonpath`, `jsonpath[]` or `_jsonpath`
 */
export function valueCost(type: string, text: string): number {
  const name = costlyType.exec(type)?.[1]?.toLowerCase();
  if (name === undefined) return 0;
  const maxLength = maxLengths[name];
  if (maxLength !== undefined) return text.length > maxLength ? Number.POSITIVE_INFINITY : 0;
  // The literal of an array escapes its elements.
  if (/\[|^_/.test(type)) return /like_regex|\\/i.test(text) ? Number.POSITIVE_INFINITY : 0;
  if (!/like_regex/i.test(withoutEscapes(text))) return 0;
  // PostgreSQL compiles the regular expressions of a path when it parses the path.
  return [...text.matchAll(jsonPathTokens)].reduce(
    (sum, [, quoted]) => sum + (quoted === undefined ? 0 : patternCost(withoutEscapes(quoted))),
    0,
  );
}

/** A comment, an escape outside of quotes, a quoted text, or other characters (`jsonpath_scan.l` of PostgreSQL). */
const jsonPathTokens = /\/\*.*?(?:\*\/|$)|\\.|"((?:[^"\\]|\\.)*)(?:"|$)|[^/\\"]+|./gsu;

/** Replaces the escapes of a JSON path, such as `\u0028`, `\u{28}`, `\x28` and `\(`. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(
    /\\(?:u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|x([\dA-Fa-f]{2})|(.))/gsu,
    (
      _,
      short: string | undefined,
      long: string | undefined,
      byte: string | undefined,
      other = "",
    ) => {
      const code = parseInt(short ?? long ?? byte ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : other;
    },
  );
