import { isAlphabetic, isDigit, quoteCharacter } from "./characters.ts";
import {
  describeFailure,
  type Failure,
  joinLabels,
  type Labels,
  mergeFailures,
  noFailure,
  quotedLabel,
  relabel,
} from "./failure.ts";

/**
 * The input of a recursive-descent grammar: a text, the current position, and the expectations at that position.
 *
 * Errors follow the rules of Parsec, PostgREST's parser, because its messages and columns are part of the API
 * (PGRST100): a successful read discards earlier expectations, failures at the same position are merged, and
 * the furthest failure wins.
 */
export class Scanner {
  readonly text: string;
  position = 0;
  #failure: Failure;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.#failure = noFailure(0);
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Reads one character that `accepts` accepts. `label` names the character in errors. */
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

  /** Reads exactly `text`. */
  literal<Literal extends string>(literal: Literal): Literal {
    if (this.text.startsWith(literal, this.position)) {
      this.#advance(literal.length);
      return literal;
    }
    const start = this.position;
    let offset = 0;
    while (offset < literal.length && this.text[start + offset] === literal[offset]) offset += 1;
    const differing = this.text.codePointAt(start + offset);
    // Like Parsec's `string`, consume the matched characters but report the start of the word.
    this.position = start + offset;
    return this.#fail({
      position: start,
      encountered: differing === undefined ? "" : String.fromCodePoint(differing),
      unexpected: undefined,
      expected: quotedLabel(literal),
    });
  }

  /** Returns whether `text` comes next. */
  isNext(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  /** Reads the text if it comes next. Returns whether it has read it. This is faster than `attempt`, which throws. */
  takeIf(literal: string): boolean {
    if (this.isNext(literal)) {
      this.#advance(literal.length);
      return true;
    }
    this.#expect(quotedLabel(literal));
    return false;
  }

  /** Reads zero or more accepted characters. Each label names a kind of accepted character. */
  run(accepts: (character: string) => boolean, ...labels: readonly string[]): string {
    const start = this.position;
    let character = this.#peek();
    while (character !== undefined && accepts(character)) {
      this.#advance(character.length);
      character = this.#peek();
    }
    this.#expect(labels.reduce<Labels>(joinLabels, undefined));
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

  /** Fails if an accepted character comes next. Reads nothing. */
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
  reject(): never {
    return this.#fail(noFailure(this.position));
  }

  /** Fails with the message. */
  rejectWith(message: string): never {
    throw new SyntaxRefusal(message, this.#formatPosition(this.position));
  }

  /** Runs `read`. If it fails, the position is restored. */
  attempt<T>(read: () => T): T {
    const start = this.position;
    const earlierFailure = this.#failure;
    try {
      return read();
    } catch (error) {
      if (error !== mismatch) throw error;
      this.position = start;
      this.#failure = mergeFailures(earlierFailure, this.#failure);
      throw error;
    }
  }

  /** Runs `read`. If it succeeds, the position is restored. */
  lookAhead<T>(read: () => T): T {
    const start = this.position;
    const earlierFailure = this.#failure;
    const result = read();
    this.position = start;
    this.#failure = earlierFailure;
    return result;
  }

  /**
   * Returns the result of the first alternative that succeeds. Fails if an alternative fails after it has read
   * something, without trying the next ones.
   */
  firstOf<T>(...alternatives: readonly [() => T, ...(() => T)[]]): T {
    const start = this.position;
    let alternativesFailure = this.#failure;
    for (const alternative of alternatives) {
      this.#failure = noFailure(start);
      try {
        const result = alternative();
        if (this.position === start)
          this.#failure = mergeFailures(alternativesFailure, this.#failure);
        return result;
      } catch (error) {
        if (error !== mismatch || this.position !== start) throw error;
        alternativesFailure = mergeFailures(alternativesFailure, this.#failure);
      }
    }
    this.#failure = alternativesFailure;
    throw mismatch;
  }

  /** Returns the result of `read`, or null if it fails without reading anything. */
  optional<T>(read: () => T): T | null {
    return this.firstOf<T | null>(read, () => null);
  }

  many<T>(read: () => T): T[] {
    const results: T[] = [];
    for (;;) {
      const start = this.position;
      // Like Parsec, do not report how the last repetition could have continued.
      if (results.length > 0) this.#failure = noFailure(start);
      try {
        results.push(read());
      } catch (error) {
        if (error !== mismatch || this.position !== start) throw error;
        return results;
      }
      if (this.position === start) return results;
    }
  }

  /** Reads one or more items, with `separator` between them. */
  separated<T>(read: () => T, separator: () => unknown): T[] {
    const firstResult = read();
    const otherResults = this.many(() => {
      separator();
      return read();
    });
    return [firstResult, ...otherResults];
  }

  /** Makes errors name the label instead of what `read` expects, as long as `read` has not read anything. */
  labelled<T>(label: string, read: () => T): T {
    const start = this.position;
    const earlierFailure = this.#failure;
    this.#failure = noFailure(start);
    try {
      const result = read();
      if (this.position === start)
        this.#failure = mergeFailures(earlierFailure, relabel(this.#failure, label));
      return result;
    } catch (error) {
      if (error === mismatch && this.position === start) {
        this.#failure = mergeFailures(earlierFailure, { ...this.#failure, expected: label });
      }
      throw error;
    }
  }

  /** Runs `read` one level deeper. Fails if the text nests deeper than `max`, before the stack overflows. */
  nested<T>(max: number, read: () => T): T {
    if (this.#depth >= max) this.rejectWith(`nesting is limited to ${max} levels`);
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  /**
   * Runs a complete grammar.
   *
   * @throws {SyntaxRefusal} if the text does not match it
   */
  parse<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error !== mismatch) throw error;
      throw new SyntaxRefusal(
        describeFailure(this.#failure),
        this.#formatPosition(this.#failure.position),
      );
    }
  }

  #peek(): string | undefined {
    const code = this.text.codePointAt(this.position);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  /** Records an expectation at the current position. */
  #expect(expected: Labels): void {
    const encountered = this.#peek() ?? "";
    const failure = { position: this.position, encountered, unexpected: undefined, expected };
    this.#failure = mergeFailures(this.#failure, failure);
  }

  #advance(length: number): void {
    this.position += length;
    this.#failure = noFailure(this.position);
  }

  #fail(failure: Failure): never {
    this.#failure = mergeFailures(this.#failure, failure);
    throw mismatch;
  }

  /**
   * Formats line and column as Parsec counts them: both start at one, and a tab advances to the next multiple of eight.
   */
  #formatPosition(position: number): string {
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
  /** For example `(line 1, column 5)`. */
  readonly position: string;

  constructor(message: string, position: string) {
    super(message);
    this.position = position;
  }
}

/** Thrown and caught within a scanner. Its `#failure` contains the details. */
const mismatch = Symbol("mismatch");
