import { quoteText } from "./characters.ts";

/** A failure and its position. It is put into words only when its message is read. */
export interface Failure {
  readonly position: number;
  /** The character at that position; empty at the end of the text; undefined when none was read. */
  readonly encountered: string | undefined;
  readonly unexpected: Words;
  readonly expected: Words;
}

/** A list that joins two lists in constant time: a grammar that tries ten alternatives fails ten times. */
export type Words = string | undefined | { readonly first: Words; readonly second: Words };

export function nothingFailed(position: number): Failure {
  return { position, encountered: undefined, unexpected: undefined, expected: undefined };
}

function saysNothing(failure: Failure): boolean {
  return (
    failure.encountered === undefined &&
    failure.unexpected === undefined &&
    failure.expected === undefined
  );
}

export function relabel(failure: Failure, label: string): Failure {
  return saysNothing(failure) ? failure : { ...failure, expected: label };
}

export function merge(one: Failure, other: Failure): Failure {
  if (saysNothing(other) && !saysNothing(one)) return one;
  if (saysNothing(one) && !saysNothing(other)) return other;
  if (one.position !== other.position) return one.position > other.position ? one : other;
  return {
    position: one.position,
    encountered: one.encountered ?? other.encountered,
    unexpected: joined(one.unexpected, other.unexpected),
    expected: joined(one.expected, other.expected),
  };
}

export function joined(first: Words, second: Words): Words {
  if (first === undefined) return second;
  return second === undefined ? first : { first, second };
}

function listOf(words: Words): string[] {
  if (words === undefined) return [];
  return typeof words === "string" ? [words] : [...listOf(words.first), ...listOf(words.second)];
}

export function describe(failure: Failure): string {
  const sentences: string[] = [];
  const unexpected = distinct(failure.unexpected);
  if (unexpected.length > 0) sentences.push(`unexpected ${spoken(unexpected)}`);
  else if (failure.encountered !== undefined) {
    const met = failure.encountered === "" ? "end of input" : quoteText(failure.encountered);
    sentences.push(`unexpected ${met}`);
  }
  const expected = distinct(failure.expected);
  if (expected.length > 0) sentences.push(`expecting ${spoken(expected)}`);
  return sentences.length === 0 ? "unknown parse error" : sentences.join(" ");
}

function distinct(words: Words): string[] {
  return [...new Set(listOf(words))];
}

function spoken(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** A cache: a grammar has few words, and expects them often. */
const quotedWords = new Map<string, string>();

export function quotedWord(word: string): string {
  const known = quotedWords.get(word);
  if (known !== undefined) return known;
  const quoted = quoteText(word);
  quotedWords.set(word, quoted);
  return quoted;
}
