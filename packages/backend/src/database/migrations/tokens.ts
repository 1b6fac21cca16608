/** An SQL token. The kinds are only as detailed as needed to find the end of a statement. */
export interface Token {
  /** A `command` is one of psql's commands, with which dumps begin and end. */
  readonly kind: "word" | "open" | "close" | "semicolon" | "command" | "other";
  readonly start: number;
  readonly end: number;
}

const whitespacePattern = /\s+/y;
const wordPattern = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const numberPattern = /\d[\w.]*/y;
const dollarQuotePattern = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const commandPattern = /\\(?:un)?restrict\b[^\n]*/y;

/**
 * Yields the tokens of a script, without blanks and comments. A quoted text, which may be many megabytes long,
 * is one token: a regular expression with alternatives in a loop would overflow the stack.
 */
export function* tokenize(script: string, start = 0): Generator<Token> {
  const matchEnd = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = position;
    return pattern.test(script) ? pattern.lastIndex : undefined;
  };
  let position = start;
  while (position < script.length) {
    const character = script[position] as string;
    const pair = script.slice(position, position + 2);
    const skippedUntil =
      matchEnd(whitespacePattern) ??
      (pair === "--" ? endOfLine(script, position) : undefined) ??
      (pair === "/*" ? endOfComment(script, position) : undefined);
    if (skippedUntil !== undefined) {
      position = skippedUntil;
      continue;
    }
    const token = {
      kind: kinds[character] ?? ("other" as const),
      start: position,
      end: position + 1,
    };
    if (character === "'" || character === '"') token.end = endOfQuoted(script, position);
    else if (pair === "e'" || pair === "E'") token.end = endOfQuoted(script, position + 1, true);
    else if (character === "$") {
      const bodyStart = matchEnd(dollarQuotePattern);
      if (bodyStart !== undefined)
        token.end = endOfDollarQuoted(script, script.slice(position, bodyStart), bodyStart);
    } else if (character === "\\") {
      const end =
        position === 0 || script[position - 1] === "\n" ? matchEnd(commandPattern) : undefined;
      if (end !== undefined) Object.assign(token, { kind: "command", end });
    } else {
      const end = matchEnd(wordPattern);
      if (end !== undefined) Object.assign(token, { kind: "word", end });
      else token.end = matchEnd(numberPattern) ?? token.end;
    }
    yield token;
    position = token.end;
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
 * @param start the index of its first quote
 * @param hasEscapes whether a backslash escapes the next character
 */
export function endOfQuoted(script: string, start: number, hasEscapes = false): number {
  const quote = script[start] as string;
  const delimiter = new RegExp(hasEscapes ? `${quote}|\\\\` : quote, "g");
  delimiter.lastIndex = start + 1;
  while (delimiter.test(script)) {
    const index = delimiter.lastIndex;
    if (script[index - 1] === quote && script[index] !== quote) return index;
    delimiter.lastIndex = index + 1;
  }
  return script.length;
}

/** Returns the index after a comment. Comments can be nested. */
function endOfComment(script: string, start: number): number {
  const delimiter = /\/\*|\*\//g;
  delimiter.lastIndex = start;
  let depth = 0;
  for (let match = delimiter.exec(script); match; match = delimiter.exec(script)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return delimiter.lastIndex;
  }
  return script.length;
}

function endOfDollarQuoted(script: string, tag: string, start: number): number {
  const end = script.indexOf(tag, start);
  return end < 0 ? script.length : end + tag.length;
}

export function endOfLine(script: string, start: number): number {
  const end = script.indexOf("\n", start);
  return end < 0 ? script.length : end;
}
