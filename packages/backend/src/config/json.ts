import { ConfigError } from "./config-error.ts";
import type { Path, Table } from "./document.ts";

/** The contents of a JSON file, with the positions of its keys. */
export interface ParsedJson {
  readonly value: unknown;
  /** The line of each key, counted from 1. Keyed by {@link pathKey}. */
  readonly lines: ReadonlyMap<string, number>;
  /** The keys that an object contains twice. The last value counts, as everywhere in JavaScript. */
  readonly repeated: readonly Path[];
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
  return { value: parser.parse(), lines: parser.lines, repeated: parser.repeated };
}

class Parser {
  readonly lines = new Map<string, number>();
  readonly repeated: Path[] = [];
  readonly #text: string;
  readonly #file: string;
  readonly #allowsComments: boolean;
  #at = 0;

  constructor(text: string, file: string, allowsComments: boolean) {
    this.#text = text;
    this.#file = file;
    this.#allowsComments = allowsComments;
  }

  parse(): unknown {
    this.#skip();
    const value = this.#value([]);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail("a value is followed by more text");
    return value;
  }

  #value(path: Path): unknown {
    if (path.length > maxDepth) this.#fail(`it has more than ${maxDepth} levels`);
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(path);
    if (first === "[") return this.#array(path);
    if (first === '"') return this.#string();
    const [literal = ""] = this.#match(/[-+.\w]+/y);
    if (literal === "null") return undefined;
    if (literal === "true" || literal === "false") return literal === "true";
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(literal))
      this.#fail("a value is invalid", literal);
    const number = Number(literal);
    return /^-?\d+$/.test(literal) && !Number.isSafeInteger(number) ? BigInt(literal) : number;
  }

  #object(path: Path): Table {
    const table: Table = {};
    this.#items("}", () => {
      if (this.#text[this.#at] !== '"') this.#fail("a key must be in double quotes");
      const line = this.#line();
      const key = this.#string();
      const inner = [...path, key];
      if (Object.hasOwn(table, key)) this.repeated.push(inner);
      this.lines.set(pathKey(inner), line);
      this.#skip();
      if (this.#match(/:/y).length === 0) this.#fail("a colon is missing after a key");
      this.#skip();
      const value = this.#value(inner);
      // An assignment to `__proto__` would change the object instead.
      if (value === undefined) Reflect.deleteProperty(table, key);
      else Object.defineProperty(table, key, { value, ...property });
    });
    return table;
  }

  #array(path: Path): unknown[] {
    const list: unknown[] = [];
    this.#items("]", () => {
      list.push(this.#value([...path, list.length]));
    });
    return list;
  }

  /** Reads the items between two brackets, which commas separate. */
  #items(end: "}" | "]", item: () => void): void {
    this.#at++;
    for (let isFirst = true; ; isFirst = false) {
      this.#skip();
      if (isFirst && this.#takeEnd(end)) return;
      if (!isFirst) {
        if (this.#takeEnd(end)) return;
        if (this.#match(/,/y).length === 0) this.#fail(`a comma or "${end}" is missing`);
        this.#skip();
        if (this.#text[this.#at] === end) {
          if (!this.#allowsComments) this.#fail("a comma has no value after it");
          this.#at++;
          return;
        }
      }
      item();
    }
  }

  #takeEnd(end: string): boolean {
    if (this.#text[this.#at] !== end) return false;
    this.#at++;
    return true;
  }

  #string(): string {
    const [literal] = this.#match(/"(?:[^"\\\n]|\\.)*"/y);
    try {
      return JSON.parse(literal ?? "");
    } catch {
      return this.#fail("a text is not closed, or has an invalid character");
    }
  }

  /** Skips spaces and comments. */
  #skip(): void {
    for (;;) {
      this.#match(/[ \t\r\n]+/y);
      if (this.#text[this.#at] !== "/") return;
      if (!this.#allowsComments) this.#fail("only config.jsonc may have comments");
      if (this.#match(/\/\/.*|\/\*[\s\S]*?\*\//y).length === 0)
        this.#fail("a comment is not closed");
    }
  }

  #match(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return [];
    this.#at += found[0].length;
    return found;
  }

  #line(at = this.#at): number {
    return this.#text.slice(0, at).split("\n").length;
  }

  #fail(reason: string, before = ""): never {
    const line = this.#line(this.#at - before.length);
    throw new ConfigError([`${this.#file}:${line}: this is not valid JSON: ${reason}.`]);
  }
}

const property = { enumerable: true, writable: true, configurable: true };
