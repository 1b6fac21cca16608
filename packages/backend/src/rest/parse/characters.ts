/** Returns whether the character is a letter in Unicode. */
export function isAlphabetic(character: string): boolean {
  return (
    (character >= "a" && character <= "z") ||
    (character >= "A" && character <= "Z") ||
    (character > "\u007f" && /^\p{L}$/u.test(character))
  );
}

export function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

export function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

export function noneOf(reserved: string): (character: string) => boolean {
  return (character) => !reserved.includes(character);
}

/** Quotes a character like Haskell's `show`, for example `'a'`. PostgREST's error details quote characters this way. */
export function quoteCharacter(character: string): string {
  return character === "'" ? "'\\''" : `'${character === '"' ? '"' : escapeCharacter(character)}'`;
}

/** Quotes a text like Haskell's `show`, for example `"a"`. */
export function quoteText(text: string): string {
  return `"${Array.from(text, escapeCharacter).join("")}"`;
}

const namedEscapes: Readonly<Record<string, string>> = {
  "\0": "\\NUL",
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\u007f": "\\DEL",
  '"': '\\"',
  "\\": "\\\\",
};

function escapeCharacter(character: string): string {
  const name = namedEscapes[character];
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  return code < 32 || code > 126 ? `\\${code}` : character;
}
