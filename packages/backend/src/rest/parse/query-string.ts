/** A parameter of a query string. The value is null if there is no `=`. */
export type QueryPair = readonly [name: string, value: string | null];

/**
 * Splits a query string like PostgREST's HTTP library: `&` and `;` separate pairs, `+` is a space, an invalid
 * percent encoding stays as it is, and bytes that are not UTF-8 are replaced.
 */
export function parseQueryString(text: string): QueryPair[] {
  return runToEnd(readQueryString(text));
}

/** Splits a query string like {@link parseQueryString}, but in steps, because a form may be long. */
export function* readQueryString(text: string): Generator<undefined, QueryPair[]> {
  const pairs: QueryPair[] = [];
  for (const piece of text.replaceAll(";", "&").split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const name = yield* decode(equals < 0 ? piece : piece.slice(0, equals));
    pairs.push([name, equals < 0 ? null : yield* decode(piece.slice(equals + 1))]);
    yield undefined;
  }
  return pairs;
}

/** Sorts the pairs by name and encodes them, so that equivalent query strings give the same text. */
export function canonicalQueryString(pairs: readonly QueryPair[]): string {
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value ?? "")}`)
    .join("&");
}

/** Decodes a path segment. */
export function decodePathSegment(text: string): string {
  return runToEnd(decodePercents(text));
}

const decode = (text: string) => decodePercents(text, blank);

const stepBytes = 64 * 1024;

/** @param plus the byte that a plus sign decodes to */
function* decodePercents(text: string, plus = plusSign): Generator<undefined, string> {
  const isPlain = !text.includes("%") && (plus === plusSign || !text.includes("+"));
  if (isPlain) return text;
  const bytes = Buffer.from(text, "utf8");
  let length = 0;
  let end = stepBytes;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index >= end) {
      yield undefined;
      end = index + stepBytes;
    }
    const byte = bytes[index] ?? 0;
    const high = byte === percent ? hexDigit(bytes[index + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[index + 2]);
    if (low < 0) {
      bytes[length++] = byte === plusSign ? plus : byte;
    } else {
      bytes[length++] = high * 16 + low;
      index += 2;
    }
  }
  return bytes.toString("utf8", 0, length);
}

function runToEnd<T>(generator: Generator<undefined, T>): T {
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
  }
}

const percent = 0x25;
const plusSign = 0x2b;
const blank = 0x20;

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/**
 * Percent-encodes everything except the unreserved characters of RFC 3986. `encodeURIComponent` leaves five more
 * characters unencoded.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
