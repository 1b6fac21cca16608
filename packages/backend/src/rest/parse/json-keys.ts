import { invalidBody } from "../errors.ts";
import { maxNames, truncateName } from "./payload-names.ts";

/** How many characters are read in one step. */
const charactersPerStep = 32 * 1024;

/**
 * Finds the keys of an object, or the keys that all objects of an array share, in a JSON text. It does not parse the
 * objects, because ten megabytes can hold millions of them. Other errors in the text are left to PostgreSQL.
 *
 * @param options.deepest how many levels of arrays and objects the text may have
 * @param options.areKeysWanted false to check only the depth
 * @returns undefined if the text does not contain an object
 * @throws {RestError} PGRST102
 */
export function* findKeys(
  text: string,
  { deepest, areKeysWanted }: { readonly deepest: number; readonly areKeysWanted: boolean },
): Generator<undefined, string[] | undefined> {
  const records = new Records();
  let depth = 0;
  /** The depth of the records: 1 for a single object, 2 for objects in an array. */
  let recordDepth = -1;
  let isKeyNext = false;
  let sliceEnd = charactersPerStep;
  for (let at = 0; at < text.length; at++) {
    if (at >= sliceEnd) {
      sliceEnd = at + charactersPerStep;
      yield;
    }
    const code = text.charCodeAt(at);
    switch (code) {
      case blank:
      case tab:
      case lineFeed:
      case carriageReturn:
        continue;
      case quote: {
        const end = endOfString(text, at);
        if (depth === recordDepth - 1) throw keysDiffer();
        if (depth === recordDepth && isKeyNext) {
          records.addKey(text, at, end);
          isKeyNext = false;
        }
        at = end - 1;
        break;
      }
      case openBrace:
      case openBracket:
        if (depth === 0 && areKeysWanted) recordDepth = code === openBrace ? 1 : 2;
        depth++;
        if (depth > deepest) throw nestsTooDeep(deepest);
        if (depth === recordDepth) {
          if (code !== openBrace) throw keysDiffer();
          records.begin();
          isKeyNext = true;
        }
        break;
      case closeBrace:
      case closeBracket:
        if (depth === recordDepth && code === closeBrace) records.end();
        depth--;
        if (depth < 0) throw invalid();
        break;
      case comma:
        isKeyNext = depth === recordDepth;
        break;
      case colon:
        break;
      default:
        // The character belongs to a number or a literal.
        if (depth === recordDepth - 1) throw keysDiffer();
    }
  }
  if (depth !== 0) throw invalid();
  return records.keys;
}

/** Checks that all objects have the same keys. */
class Records {
  /** The first keys of the first object, as written and in order. */
  readonly #written: string[] = [];
  #countOfFirst = 0;
  readonly #names = new Set<string>();
  /** The keys of the current object. Undefined while they are written as in the first object. */
  #others: Set<string> | undefined;
  #count = 0;
  #records = 0;

  begin(): void {
    this.#records++;
    this.#count = 0;
    this.#others = undefined;
  }

  addKey(text: string, start: number, end: number): void {
    if (this.#areTooMany) return;
    const count = this.#count++;
    if (this.#records === 1) {
      const written = text.slice(start, end);
      this.#names.add(nameOf(written));
      if (count < maxNames) this.#written.push(written);
      this.#countOfFirst = this.#count;
      return;
    }
    const expected = this.#written[count];
    const isSame = expected?.length === end - start && text.startsWith(expected, start);
    if (isSame && !this.#others) return;
    this.#others ??= new Set(this.#written.slice(0, count).map(nameOf));
    const name = nameOf(text.slice(start, end));
    if (!this.#names.has(name)) throw keysDiffer();
    this.#others.add(name);
  }

  end(): void {
    if (this.#areTooMany || this.#records === 1) return;
    if (!this.#others && this.#count === this.#countOfFirst) return;
    const others = this.#others ?? new Set(this.#written.slice(0, this.#count).map(nameOf));
    if (others.size !== this.#names.size) throw keysDiffer();
  }

  /** No table or function has so many columns or parameters, so further keys do not matter. */
  get #areTooMany(): boolean {
    return this.#names.size >= maxNames;
  }

  get keys(): string[] | undefined {
    return this.#records > 0 ? [...this.#names].sort() : undefined;
  }
}

function nameOf(written: string): string {
  try {
    return truncateName(JSON.parse(written));
  } catch {
    throw invalid();
  }
}

/** Returns the position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) throw invalid();
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    at = end + 1;
  }
}

const invalid = () => invalidBody("Empty or invalid json");
const keysDiffer = () => invalidBody("All object keys must match");
export const nestsTooDeep = (deepest: number) =>
  invalidBody(`JSON is nested deeper than ${deepest} levels`);

const blank = 0x20;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
