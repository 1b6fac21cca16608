import { isAlphabetic, isDigit, quoteCharacter } from "./characters.ts";
import {
  describe,
  type Failure,
  joined,
  merge,
  nothingFailed,
  quotedWord,
  relabel,
  type Words,
} from "./failure.ts";

/**
 * The input of a recursive-descent grammar: a position in a text, and the expectations at it.
 *
 * The error rules are those of Parsec, PostgREST's parser, because its messages and columns are part of the
 * wire (PGRST100): a successful read forgets earlier expectations, failures at the same position add up, and
 * the furthest failure wins.
 */
export class Scanner {
  readonly text: string;
  position = 0;
  #failure: Failure;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.#failure = nothingFailed(0);
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Reads one character that `accepts` it. `label` names it in errors. */
  character(accepts: (character: string) => boolean, label?: string): string {
    const character = this.#peek();
    if (character !== undefined && accepts(character)) {
      this.#advance(character.length);
      return character;
    }
    return this.#fail({
      position: this.position,
      encountered: character ?? "",
      unexpected: undefined,
      expected: label,
    });
  }

  /** Reads exactly `word`. */
  word<Word extends string>(word: Word): Word {
    if (this.text.startsWith(word, this.position)) {
      this.#advance(word.length);
      return word;
    }
    const start = this.position;
    let offset = 0;
    while (offset < word.length && this.text[start + offset] === word[offset]) offset += 1;
    const differing = this.text.codePointAt(start + offset);
    // As with Parsec's `string`, the matched characters are consumed, yet the error points at the word's
    // start.
    this.position = start + offset;
    return this.#fail({
      position: start,
      encountered: differing === undefined ? "" : String.fromCodePoint(differing),
      unexpected: undefined,
      expected: quotedWord(word),
    });
  }

  /** True when `text` comes next. */
  sees(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  /** Reads `word` if it comes next, and returns whether it did. Like `attempt`, without an exception. */
  takes(word: string): boolean {
    if (this.sees(word)) {
      this.#advance(word.length);
      return true;
    }
    this.#expect(quotedWord(word));
    return false;
  }

  /** Reads characters as long as they are accepted, possibly none. Each label names a kind of them. */
  run(accepts: (character: string) => boolean, ...labels: readonly string[]): string {
    const start = this.position;
    let character = this.#peek();
    while (character !== undefined && accepts(character)) {
      this.#advance(character.length);
      character = this.#peek();
    }
    this.#expect(labels.reduce<Words>(joined, undefined));
    return this.text.slice(start, this.position);
  }

  /** Reads the rest of the text. */
  rest(): string {
    const rest = this.text.slice(this.position);
    if (rest !== "") this.#advance(rest.length);
    return rest;
  }

  letter(): string {
    return this.character(isAlphabetic, "letter");
  }

  digit(): string {
    return this.character(isDigit, "digit");
  }

  /** Succeeds only at the end of the text. */
  end(): void {
    const character = this.#peek();
    if (character === undefined) return;
    this.#fail({
      position: this.position,
      encountered: undefined,
      unexpected: quoteCharacter(character),
      expected: "end of input",
    });
  }

  /** Fails when an accepted character comes next; reads nothing. */
  notBefore(accepts: (character: string) => boolean): void {
    const character = this.#peek();
    if (character === undefined || !accepts(character)) return;
    this.#fail({
      position: this.position + character.length,
      encountered: undefined,
      unexpected: quoteCharacter(character),
      expected: undefined,
    });
  }

  /** Fails without an explanation. */
  refuse(): never {
    return this.#fail(nothingFailed(this.position));
  }

  /** Fails with the given sentence. */
  refuseBecause(sentence: string): never {
    throw new SyntaxRefusal(sentence, this.#place(this.position));
  }

  /** Runs `read`. If it fails, the position is restored. */
  attempt<T>(read: () => T): T {
    const start = this.position;
    const before = this.#failure;
    try {
      return read();
    } catch (error) {
      if (error !== mismatch) throw error;
      this.position = start;
      this.#failure = merge(before, this.#failure);
      throw error;
    }
  }

  /** Runs `read`. If it succeeds, the position is restored. */
  ahead<T>(read: () => T): T {
    const start = this.position;
    const before = this.#failure;
    const result = read();
    this.position = start;
    this.#failure = before;
    return result;
  }

  /**
   * The result of the first alternative that succeeds. An alternative that fails after reading something ends
   * the search.
   */
  firstOf<T>(...alternatives: readonly [() => T, ...(() => T)[]]): T {
    const start = this.position;
    let tried = this.#failure;
    for (const alternative of alternatives) {
      this.#failure = nothingFailed(start);
      try {
        const result = alternative();
        if (this.position === start) this.#failure = merge(tried, this.#failure);
        return result;
      } catch (error) {
        if (error !== mismatch || this.position !== start) throw error;
        tried = merge(tried, this.#failure);
      }
    }
    this.#failure = tried;
    throw mismatch;
  }

  /** The result of `read`, or null where it does not start. */
  optional<T>(read: () => T): T | null {
    return this.firstOf<T | null>(read, () => null);
  }

  many<T>(read: () => T): T[] {
    const results: T[] = [];
    for (;;) {
      const start = this.position;
      // As with Parsec, a possible continuation of the last repetition is not among the expectations.
      if (results.length > 0) this.#failure = nothingFailed(start);
      try {
        results.push(read());
      } catch (error) {
        if (error !== mismatch || this.position !== start) throw error;
        return results;
      }
      if (this.position === start) return results;
    }
  }

  /** Reads one or more, with `separator` between them. */
  separated<T>(read: () => T, separator: () => unknown): T[] {
    const first = read();
    const more = this.many(() => {
      separator();
      return read();
    });
    return [first, ...more];
  }

  /** Names the expectation of `read`, in errors that arise before it reads anything. */
  labelled<T>(label: string, read: () => T): T {
    const start = this.position;
    const before = this.#failure;
    this.#failure = nothingFailed(start);
    try {
      const result = read();
      if (this.position === start) this.#failure = merge(before, relabel(this.#failure, label));
      return result;
    } catch (error) {
      if (error === mismatch && this.position === start) {
        this.#failure = merge(before, { ...this.#failure, expected: label });
      }
      throw error;
    }
  }

  /** Runs `read` one level deeper. Text nested deeper than `most` is refused, before the stack overflows. */
  nested<T>(most: number, read: () => T): T {
    if (this.#depth >= most) this.refuseBecause(`nesting is limited to ${most} levels`);
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  /**
   * Runs a whole grammar.
   *
   * @throws {SyntaxRefusal} when the text does not follow it
   */
  parse<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error !== mismatch) throw error;
      throw new SyntaxRefusal(describe(this.#failure), this.#place(this.#failure.position));
    }
  }

  #peek(): string | undefined {
    const code = this.text.codePointAt(this.position);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  /** Remembers what would have been accepted here. */
  #expect(expected: Words): void {
    const encountered = this.#peek() ?? "";
    const failure = { position: this.position, encountered, unexpected: undefined, expected };
    this.#failure = merge(this.#failure, failure);
  }

  #advance(length: number): void {
    this.position += length;
    this.#failure = nothingFailed(this.position);
  }

  #fail(failure: Failure): never {
    this.#failure = merge(this.#failure, failure);
    throw mismatch;
  }

  /** Line and column as Parsec counts them: from one, in characters, tabs to the next multiple of eight. */
  #place(position: number): string {
    let line = 1;
    let column = 1;
    for (const character of this.text.slice(0, position)) {
      if (character === "\n") [line, column] = [line + 1, 1];
      else if (character === "\t") column += 8 - ((column - 1) % 8);
      else column += 1;
    }
    return `(line ${line}, column ${column})`;
  }
}

/** The error for a text that does not follow its grammar. */
export class SyntaxRefusal extends Error {
  override readonly name = "SyntaxRefusal";
  /** The position, as `(line 1, column 5)`. */
  readonly place: string;

  constructor(message: string, place: string) {
    super(message);
    this.place = place;
  }
}

/** Thrown and caught within a scanner; the scanner's failure has the details. */
const mismatch = Symbol("mismatch");
