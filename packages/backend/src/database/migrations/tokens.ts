/** A token of SQL, in as much detail as is needed to find the end of a statement. */
export interface Token {
  /** A `command` is a psql command. Dumps begin and end with such commands. */
  readonly kind: "word" | "open" | "close" | "semicolon" | "command" | "other";
  readonly from: number;
  readonly to: number;
}

const blank = /\s+/y;
const wordPattern = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /\d[\w.]*/y;
const dollarQuote = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const command = /\\(?:un)?restrict\b[^\n]*/y;

/**
 * Yields the tokens of a script, without blanks and comments. A quoted text, which may be many megabytes long,
 * is one token: a regular expression with alternatives in a loop would overflow the stack.
 */
export function* tokensOf(script: string, start = 0): Generator<Token> {
  const endOf = (shape: RegExp): number | undefined => {
    shape.lastIndex = from;
    return shape.test(script) ? shape.lastIndex : undefined;
  };
  let from = start;
  while (from < script.length) {
    const character = script[from] as string;
    const pair = script.slice(from, from + 2);
    const skipped =
      endOf(blank) ??
      (pair === "--" ? endOfLine(script, from) : undefined) ??
      (pair === "/*" ? endOfComment(script, from) : undefined);
    if (skipped !== undefined) {
      from = skipped;
      continue;
    }
    const token = { kind: kinds[character] ?? ("other" as const), from, to: from + 1 };
    if (character === "'" || character === '"') token.to = endOfQuoted(script, from);
    else if (pair === "e'" || pair === "E'") token.to = endOfQuoted(script, from + 1, true);
    else if (character === "$") {
      const opened = endOf(dollarQuote);
      if (opened !== undefined) token.to = closing(script, script.slice(from, opened), opened);
    } else if (character === "\\") {
      const end = from === 0 || script[from - 1] === "\n" ? endOf(command) : undefined;
      if (end !== undefined) Object.assign(token, { kind: "command", to: end });
    } else {
      const end = endOf(wordPattern);
      if (end !== undefined) Object.assign(token, { kind: "word", to: end });
      else token.to = endOf(number) ?? token.to;
    }
    yield token;
    from = token.to;
  }
}

const kinds: Readonly<Record<string, Token["kind"]>> = {
  "(": "open",
  ")": "close",
  ";": "semicolon",
};

/**
 * Returns the index after a quoted text, or the end of the script if the text is never closed.
 *
 * @param from the index of its first quote
 * @param hasEscapes whether a backslash escapes the next character
 */
export function endOfQuoted(script: string, from: number, hasEscapes = false): number {
  const quote = script[from] as string;
  const mark = new RegExp(hasEscapes ? `${quote}|\\\\` : quote, "g");
  mark.lastIndex = from + 1;
  while (mark.test(script)) {
    const at = mark.lastIndex;
    if (script[at - 1] === quote && script[at] !== quote) return at;
    mark.lastIndex = at + 1;
  }
  return script.length;
}

/** Returns the index after a comment. Comments can be nested. */
function endOfComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let found = mark.exec(script); found; found = mark.exec(script)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}

function closing(script: string, tag: string, from: number): number {
  const end = script.indexOf(tag, from);
  return end < 0 ? script.length : end + tag.length;
}

export function endOfLine(script: string, from: number): number {
  const end = script.indexOf("\n", from);
  return end < 0 ? script.length : end;
}
