import { quoteText } from "./characters.ts";

/** A failure and its position. The message is built only if it is needed ({@link describe}). */
export interface Failure {
  readonly position: number;
  /** The character at the position; empty at the end of the text, undefined if no character was read. */
  readonly encountered: string | undefined;
  readonly unexpected: Words;
  readonly expected: Words;
}

/** A list that can be joined in constant time: a grammar with ten alternatives joins ten failures. */
export type Words = string | undefined | { readonly first: Words; readonly second: Words };

export function noFailure(position: number): Failure {
  return { position, encountered: undefined, unexpected: undefined, expected: undefined };
}

function isEmpty(failure: Failure): boolean {
  return (
    failure.encountered === undefined &&
    failure.unexpected === undefined &&
    failure.expected === undefined
  );
}

export function relabel(failure: Failure, label: string): Failure {
  return isEmpty(failure) ? failure : { ...failure, expected: label };
}

export function merge(item: Failure, other: Failure): Failure {
  if (isEmpty(other) && !isEmpty(item)) return item;
  if (isEmpty(item) && !isEmpty(other)) return other;
  if (item.position !== other.position) return item.position > other.position ? item : other;
  return {
    position: item.position,
    encountered: item.encountered ?? other.encountered,
    unexpected: joined(item.unexpected, other.unexpected),
    expected: joined(item.expected, other.expected),
  };
}

export function joined(first: Words, second: Words): Words {
  if (first === undefined) return second;
  return second === undefined ? first : { first, second };
}

function wordsOf(words: Words): string[] {
  if (words === undefined) return [];
  return typeof words === "string" ? [words] : [...wordsOf(words.first), ...wordsOf(words.second)];
}

export function describe(failure: Failure): string {
  const messages: string[] = [];
  const unexpected = distinct(failure.unexpected);
  if (unexpected.length > 0) messages.push(`unexpected ${alternatives(unexpected)}`);
  else if (failure.encountered !== undefined) {
    const encountered =
      failure.encountered === "" ? "end of input" : quoteText(failure.encountered);
    messages.push(`unexpected ${encountered}`);
  }
  const expected = distinct(failure.expected);
  if (expected.length > 0) messages.push(`expecting ${alternatives(expected)}`);
  return messages.length === 0 ? "unknown parse error" : messages.join(" ");
}

function distinct(words: Words): string[] {
  return [...new Set(wordsOf(words))];
}

function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** Caches the quoted words: a grammar has few words, and reports them often. */
const quotedWords = new Map<string, string>();

export function quotedWord(text: string): string {
  const cached = quotedWords.get(text);
  if (cached !== undefined) return cached;
  const quoted = quoteText(text);
  quotedWords.set(text, quoted);
  return quoted;
}
