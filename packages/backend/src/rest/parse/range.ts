import { isDigit } from "./characters.ts";

/** The rows from `lower` to `upper`, inclusive and counted from zero; null means up to the last row. */
export interface Range {
  readonly lower: bigint;
  readonly upper: bigint | null;
}

export const allRows: Range = { lower: 0n, upper: null };

/** The range of `limit=0`, which is a valid request for no rows. */
const noRows: Range = { lower: 0n, upper: -1n };

export function isAllRows(range: Range): boolean {
  return range.lower === 0n && range.upper === null;
}

export function isEmpty(range: Range): boolean {
  return range.upper !== null && range.upper < range.lower;
}

export function isEmptyLimit(range: Range): boolean {
  return range.upper === -1n;
}

/** Returns the maximum number of rows in the range, or null if the range has no end. */
export function rangeLimit(range: Range): bigint | null {
  return range.upper === null ? null : 1n + range.upper - range.lower;
}

export function intersectRanges(a: Range, b: Range): Range {
  if (isEmpty(a)) return a;
  if (isEmpty(b)) return b;
  const lower = a.lower > b.lower ? a.lower : b.lower;
  if (a.upper === null) return { lower, upper: b.upper };
  if (b.upper === null) return { lower, upper: a.upper };
  return { lower, upper: a.upper < b.upper ? a.upper : b.upper };
}

/** Returns the range, reduced to at most `limit` rows. */
export function restrictRange(range: Range, limit: bigint | null): Range {
  if (limit === null || isEmpty(range)) return range;
  return intersectRanges(range, { lower: range.lower, upper: range.lower + limit - 1n });
}

/** Returns `range`. If `requested` is `limit=0`, returns the empty range, because it overrides every other range. */
export function keepEmptyRange(requested: Range, range: Range): Range {
  return isEmptyLimit(requested) ? noRows : range;
}

/** Parses `limit=` and `offset=`. Ignores a value that is not a number. */
export function rangeFromParameters(limit: string | null, offset: string | null): Range {
  const limitedRange = limit === null ? null : limitRange(parseInteger(limit));
  if (offset === null) return limitedRange ?? allRows;
  const start = parseInteger(offset) ?? 0n;
  if (limitedRange === null) return { lower: start, upper: null };
  return { lower: start, upper: start + (rangeLimit(limitedRange) ?? 0n) - 1n };
}

function limitRange(limit: bigint | null): Range {
  return limit === null ? allRows : { lower: 0n, upper: limit - 1n };
}

/** Parses the Range header, such as `0-24` or `10-`. Ignores other formats (RFC 9110, section 14.2). */
export function parseRangeHeader(header: string | null): Range {
  const dash = header?.indexOf("-") ?? -1;
  if (header === null || dash < 1) return allRows;
  const [first, last] = [header.slice(0, dash), header.slice(dash + 1)];
  if (!Array.from(first).every(isDigit) || !Array.from(last).every(isDigit)) return allRows;
  return { lower: BigInt(first), upper: last === "" ? null : BigInt(last) };
}

function parseInteger(text: string): bigint | null {
  const digits = text.trim();
  const unsigned = digits.startsWith("-") ? digits.slice(1) : digits;
  if (unsigned === "" || unsigned.length > 100 || !Array.from(unsigned).every(isDigit)) return null;
  return digits.startsWith("-") ? -BigInt(unsigned) : BigInt(unsigned);
}
