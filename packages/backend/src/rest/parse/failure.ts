import { quoteText } from "./characters.ts";

/** A failure and its position. {@link describeFailure} builds the message if it is needed. */
export interface Failure {
  readonly position: number;
  /** The character at the position. Empty at the end of the text, undefined if no character was read. */
  readonly encountered: string | undefined;
  readonly unexpected: Labels;
  readonly expected: Labels;
}

/**
 * A list in the form of a tree, so that two lists can be joined in constant time: a grammar with ten alternatives joins
 * ten failures.
 */
export type Labels = string | undefined | { readonly left: Labels; readonly right: Labels };

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

/** Returns the failure at the later position. At the same position, combines both. */
export function mergeFailures(a: Failure, b: Failure): Failure {
  if (isEmpty(b) && !isEmpty(a)) return a;
  if (isEmpty(a) && !isEmpty(b)) return b;
  if (a.position !== b.position) return a.position > b.position ? a : b;
  return {
    position: a.position,
    encountered: a.encountered ?? b.encountered,
    unexpected: joinLabels(a.unexpected, b.unexpected),
    expected: joinLabels(a.expected, b.expected),
  };
}

export function joinLabels(left: Labels, right: Labels): Labels {
  if (left === undefined) return right;
  return right === undefined ? left : { left, right };
}

function listLabels(labels: Labels): string[] {
  if (labels === undefined) return [];
  return typeof labels === "string"
    ? [labels]
    : [...listLabels(labels.left), ...listLabels(labels.right)];
}

export function describeFailure(failure: Failure): string {
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

function distinct(labels: Labels): string[] {
  return [...new Set(listLabels(labels))];
}

function alternatives(labels: readonly string[]): string {
  const lastLabel = labels.at(-1) ?? "";
  return labels.length < 2 ? lastLabel : `${labels.slice(0, -1).join(", ")} or ${lastLabel}`;
}

/** Caches the quoted labels, because a grammar has few literals and reports them often. */
const quotedLabels = new Map<string, string>();

export function quotedLabel(text: string): string {
  const cached = quotedLabels.get(text);
  if (cached !== undefined) return cached;
  const quoted = quoteText(text);
  quotedLabels.set(text, quoted);
  return quoted;
}
