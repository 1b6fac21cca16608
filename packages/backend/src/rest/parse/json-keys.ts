import { invalidBody } from "../errors.ts";
import { maxNames, truncateName } from "./payload-names.ts";

/** The number of characters that are read in one step. */
const charactersPerStep = 32 * 1024;

/**
 * Finds the keys of an object, or the keys that all objects of an array share, in a JSON text. Does not parse the
 * objects, because ten megabytes can hold millions of them. PostgreSQL reports other errors in the text.
 *
 * @param options.maxDepth the maximum number of levels of arrays and objects
 * @param options.needsKeys false to check only the depth
 * @returns undefined if the text does not contain an object
 * @throws {RestError} PGRST102
 */
export function* findKeys(
  text: string,
  { maxDepth, needsKeys }: { readonly maxDepth: number; readonly needsKeys: boolean },
): Generator<undefined, string[] | undefined> {
  const records = new RecordKeyChecker();
  let depth = 0;
  /** The depth of the records: 1 for a single object, 2 for objects in an array. */
  let recordDepth = -1;
  let isKeyNext = false;
  let sliceEnd = charactersPerStep;
  for (let index = 0; index < text.length; index++) {
    if (index >= sliceEnd) {
      sliceEnd = index + charactersPerStep;
      yield;
    }
    const code = text.charCodeAt(index);
    switch (code) {
      case blank:
      case tab:
      case lineFeed:
      case carriageReturn:
        continue;
      case quote: {
        const stringEnd = endOfString(text, index);
        if (depth === recordDepth - 1) throw keysDiffer();
        if (depth === recordDepth && isKeyNext) {
          records.addKey(text, index, stringEnd);
          isKeyNext = false;
        }
        index = stringEnd - 1;
        break;
      }
      case openBrace:
      case openBracket:
        if (depth === 0 && needsKeys) recordDepth = code === openBrace ? 1 : 2;
        depth++;
        if (depth > maxDepth) throw nestsTooDeep(maxDepth);
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
        // The character belongs to a number or a literal, which is not a record.
        if (depth === recordDepth - 1) throw keysDiffer();
    }
  }
  if (depth !== 0) throw invalid();
  return records.keys;
}

/** Checks that all objects have the same keys. */
class RecordKeyChecker {
  /** The first object's keys as JSON text, in order. Their number is limited. */
  readonly #firstKeyTexts: string[] = [];
  #firstKeyCount = 0;
  readonly #names = new Set<string>();
  /** The keys of the current object. Undefined while their texts and order equal those of the first object. */
  #currentNames: Set<string> | undefined;
  #keyCount = 0;
  #recordCount = 0;

  begin(): void {
    this.#recordCount++;
    this.#keyCount = 0;
    this.#currentNames = undefined;
  }

  addKey(text: string, start: number, end: number): void {
    if (this.#areTooMany) return;
    const count = this.#keyCount++;
    if (this.#recordCount === 1) {
      const keyText = text.slice(start, end);
      this.#names.add(nameOf(keyText));
      if (count < maxNames) this.#firstKeyTexts.push(keyText);
      this.#firstKeyCount = this.#keyCount;
      return;
    }
    const expectedText = this.#firstKeyTexts[count];
    const isSame = expectedText?.length === end - start && text.startsWith(expectedText, start);
    if (isSame && !this.#currentNames) return;
    this.#currentNames ??= new Set(this.#firstKeyTexts.slice(0, count).map(nameOf));
    const name = nameOf(text.slice(start, end));
    if (!this.#names.has(name)) throw keysDiffer();
    this.#currentNames.add(name);
  }

  end(): void {
    if (this.#areTooMany || this.#recordCount === 1) return;
    if (!this.#currentNames && this.#keyCount === this.#firstKeyCount) return;
    const currentNames =
      this.#currentNames ?? new Set(this.#firstKeyTexts.slice(0, this.#keyCount).map(nameOf));
    if (currentNames.size !== this.#names.size) throw keysDiffer();
  }

  /**
   * True if there are more names than any table has columns or any function has parameters. More keys do not matter
   * then.
   */
  get #areTooMany(): boolean {
    return this.#names.size >= maxNames;
  }

  get keys(): string[] | undefined {
    return this.#recordCount > 0 ? [...this.#names].sort() : undefined;
  }
}

function nameOf(keyText: string): string {
  try {
    return truncateName(JSON.parse(keyText));
  } catch {
    throw invalid();
  }
}

/** Returns the position after the closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const stringEnd = text.indexOf('"', index);
    if (stringEnd < 0) throw invalid();
    let backslashes = 0;
    while (text.charCodeAt(stringEnd - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return stringEnd + 1;
    index = stringEnd + 1;
  }
}

const invalid = () => invalidBody("Empty or invalid json");
const keysDiffer = () => invalidBody("All object keys must match");
export const nestsTooDeep = (maxDepth: number) =>
  invalidBody(`JSON is nested deeper than ${maxDepth} levels`);

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
