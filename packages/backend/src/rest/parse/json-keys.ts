import { invalidBody } from "../errors.ts";

/** How many characters are read at a time. */
const slice = 32 * 1024;

/**
 * Finds the keys of an object, or those that all objects of an array have, in a JSON text, without
 * making the objects: ten megabytes can hold millions. What else is wrong with it PostgreSQL says.
 *
 * @param options.deepest how many levels of arrays and objects it may have
 * @param options.areKeysWanted whether nothing but how deep it is matters
 * @returns undefined where there is no object
 * @throws {RestError} PGRST102
 */
export function* findKeys(
  text: string,
  { deepest, areKeysWanted }: { readonly deepest: number; readonly areKeysWanted: boolean },
): Generator<undefined, string[] | undefined> {
  const records = new Records();
  let depth = 0;
  /** Where the objects are whose keys count: at the top, or in the array there. */
  let recordDepth = -1;
  let isKeyNext = false;
  let sliceEnd = slice;
  for (let at = 0; at < text.length; at++) {
    if (at >= sliceEnd) {
      sliceEnd = at + slice;
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
        // Of a number, or a word.
        if (depth === recordDepth - 1) throw keysDiffer();
    }
  }
  if (depth !== 0) throw invalid();
  return records.keys;
}

/** The objects whose keys have to be the same. */
class Records {
  /** Of the first, as they are written, in their order. */
  readonly #written: string[] = [];
  #names: Set<string> | undefined;
  /** Of the one that is read, from when on it is not written as the first. */
  #others: Set<string> | undefined;
  #count = 0;
  #isFirst = true;

  begin(): void {
    this.#isFirst = this.#names === undefined;
    this.#count = 0;
    this.#others = undefined;
  }

  addKey(text: string, start: number, end: number): void {
    if (this.#isFirst) {
      this.#written.push(text.slice(start, end));
    } else if (this.#others) {
      this.#others.add(nameOf(text.slice(start, end)));
    } else {
      const expected = this.#written[this.#count];
      const isSame = expected?.length === end - start && text.startsWith(expected, start);
      if (!isSame) {
        this.#others = new Set(this.#written.slice(0, this.#count).map(nameOf));
        this.#others.add(nameOf(text.slice(start, end)));
      }
    }
    this.#count++;
  }

  end(): void {
    if (this.#isFirst) {
      this.#names = new Set(this.#written.map(nameOf));
      return;
    }
    if (!this.#others && this.#count === this.#written.length) return;
    const others = this.#others ?? new Set(this.#written.slice(0, this.#count).map(nameOf));
    const names = this.#names ?? new Set();
    const areSame = others.size === names.size && [...others].every((name) => names.has(name));
    if (!areSame) throw keysDiffer();
  }

  get keys(): string[] | undefined {
    return this.#names && [...this.#names].sort();
  }
}

function nameOf(written: string): string {
  try {
    return JSON.parse(written);
  } catch {
    throw invalid();
  }
}

/** Behind the closing quote. */
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
