import { ConfigError } from "./config-error.ts";
import type { Path, Table } from "./document.ts";

/** The contents of a JSON file, with the positions of its keys. */
export interface ParsedJson {
  readonly value: unknown;
  /** The line of each key, counted from 1. Keyed by {@link pathKey}. */
  readonly lines: ReadonlyMap<string, number>;
  /** The keys that an object contains twice. The last value wins, as in `JSON.parse`. */
  readonly repeatedKeys: readonly Path[];
}

/** Returns the key for a path in {@link ParsedJson.lines}. */
export const pathKey = (path: Path) => JSON.stringify(path.map(String));

const maxDepth = 64;

/**
 * Parses JSON, and records the line of each key. A value of `null` counts as absent. Numbers that are too large for
 * JavaScript become bigint, because an identifier may be that large.
 *
 * @param file the name of the file in messages
 * @param options.allowsComments whether comments and trailing commas are allowed
 * @throws {ConfigError} with the line of the syntax error
 */
export function parseJson(
  text: string,
  file: string,
  { allowsComments }: { readonly allowsComments: boolean },
): ParsedJson {
  const parser = new Parser(text, file, allowsComments);
  return { value: parser.parse(), lines: parser.lines, repeatedKeys: parser.repeatedKeys };
}

class Parser {
  readonly lines = new Map<string, number>();
  readonly repeatedKeys: Path[] = [];
  readonly #text: string;
  readonly #file: string;
  readonly #allowsComments: boolean;
  #index = 0;

  constructor(text: string, file: string, allowsComments: boolean) {
    this.#text = text;
    this.#file = file;
    this.#allowsComments = allowsComments;
  }

  parse(): unknown {
    this.#skipBlanks();
    const value = this.#parseValue([]);
    this.#skipBlanks();
    if (this.#index < this.#text.length) this.#fail("a value is followed by more text");
    return value;
  }

  #parseValue(path: Path): unknown {
    if (path.length > maxDepth) this.#fail(`it has more than ${maxDepth} levels`);
    const first = this.#text[this.#index];
    if (first === "{") return this.#parseObject(path);
    if (first === "[") return this.#parseArray(path);
    if (first === '"') return this.#parseString();
    const [literal = ""] = this.#match(/[-+.\w]+/y);
    if (literal === "null") return undefined;
    if (literal === "true" || literal === "false") return literal === "true";
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(literal))
      this.#fail("a value is invalid", literal);
    const number = Number(literal);
    return /^-?\d+$/.test(literal) && !Number.isSafeInteger(number) ? BigInt(literal) : number;
  }

  #parseObject(path: Path): Table {
    const table: Table = {};
    this.#parseItems("}", () => {
      if (this.#text[this.#index] !== '"') this.#fail("a key must be in double quotes");
      const line = this.#lineNumber();
      const key = this.#parseString();
      const innerPath = [...path, key];
      if (Object.hasOwn(table, key)) this.repeatedKeys.push(innerPath);
      this.lines.set(pathKey(innerPath), line);
      this.#skipBlanks();
      if (this.#match(/:/y).length === 0) this.#fail("a colon is missing after a key");
      this.#skipBlanks();
      const value = this.#parseValue(innerPath);
      // Define the property, because an assignment to `__proto__` would change the table's prototype.
      if (value === undefined) Reflect.deleteProperty(table, key);
      else Object.defineProperty(table, key, { value, ...propertyAttributes });
    });
    return table;
  }

  #parseArray(path: Path): unknown[] {
    const list: unknown[] = [];
    this.#parseItems("]", () => {
      list.push(this.#parseValue([...path, list.length]));
    });
    return list;
  }

  /** Parses comma-separated items up to the closing bracket. */
  #parseItems(end: "}" | "]", parseItem: () => void): void {
    this.#index++;
    for (let isFirst = true; ; isFirst = false) {
      this.#skipBlanks();
      if (isFirst && this.#takeEnd(end)) return;
      if (!isFirst) {
        if (this.#takeEnd(end)) return;
        if (this.#match(/,/y).length === 0) this.#fail(`a comma or "${end}" is missing`);
        this.#skipBlanks();
        if (this.#text[this.#index] === end) {
          if (!this.#allowsComments) this.#fail("a comma has no value after it");
          this.#index++;
          return;
        }
      }
      parseItem();
    }
  }

  #takeEnd(end: string): boolean {
    if (this.#text[this.#index] !== end) return false;
    this.#index++;
    return true;
  }

  #parseString(): string {
    const [literal] = this.#match(/"(?:[^"\\\n]|\\.)*"/y);
    try {
      return JSON.parse(literal ?? "");
    } catch {
      return this.#fail("a text is not closed, or has an invalid character");
    }
  }

  /** Skips spaces and comments. */
  #skipBlanks(): void {
    for (;;) {
      this.#match(/[ \t\r\n]+/y);
      if (this.#text[this.#index] !== "/") return;
      if (!this.#allowsComments) this.#fail("only config.jsonc may have comments");
      if (this.#match(/\/\/.*|\/\*[\s\S]*?\*\//y).length === 0)
        this.#fail("a comment is not closed");
    }
  }

  #match(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.#text);
    if (!match) return [];
    this.#index += match[0].length;
    return match;
  }

  #lineNumber(index = this.#index): number {
    return this.#text.slice(0, index).split("\n").length;
  }

  #fail(reason: string, consumedText = ""): never {
    const line = this.#lineNumber(this.#index - consumedText.length);
    throw new ConfigError([`${this.#file}:${line}: this is not valid JSON: ${reason}.`]);
  }
}

const propertyAttributes = { enumerable: true, writable: true, configurable: true };
