import { Fault } from "./syntax.ts";

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

const escapeSequence =
  /\\(?:(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g;

/**
 * Returns the value of a quoted string or a character constant by the rules of Go (The Go
 * Programming Language Specification, "String literals" and "Rune literals").
 */
export function unquote(literal: string, line: number): string {
  const quote = literal.charAt(0);
  const body = literal.slice(1, -1);
  if (quote === "`") return body.replaceAll("\r", "");
  return body.replace(escapeSequence, (sequence, hex, octal, simple) => {
    const code = hex ? Number.parseInt(hex.slice(1), 16) : octal ? Number.parseInt(octal, 8) : null;
    if (code !== null) {
      if (code > 0x10ffff) throw new Fault(line, `${sequence} is not a character.`);
      return String.fromCodePoint(code);
    }
    const character = simple === quote ? quote : simpleEscapes[simple];
    if (character === undefined)
      throw new Fault(line, `${sequence} is not an escape in ${literal}.`);
    return character;
  });
}

const integerPattern = /^[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]*|[1-9][\d_]*)$/;
const floatPattern = /^[+-]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:[eE][+-]?\d+)?$/;

/** Parses an integer to a `bigint` and any other number to a `number`, because Go distinguishes them. */
export function parseNumber(literal: string, line: number): bigint | number {
  const digits = literal.replaceAll("_", "");
  if (integerPattern.test(literal)) {
    const isNegative = digits.startsWith("-");
    const magnitude = digits.replace(/^[+-]/, "").replace(/^0(?=\d)/, "0o");
    const value = BigInt(magnitude);
    if (value > 2n ** 63n - (isNegative ? 0n : 1n))
      throw new Fault(line, `${literal} is too large.`);
    return isNegative ? -value : value;
  }
  if (floatPattern.test(literal) && Number.isFinite(Number(digits))) return Number(digits);
  throw new Fault(line, `${literal} is not a number.`);
}
