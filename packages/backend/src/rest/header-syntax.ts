/** Returns whether the name and value form a valid header (RFC 9110, section 5.5). */
export function isValidHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the text is a valid reason phrase (RFC 9112, section 4). */
export function isReasonPhrase(text: string): boolean {
  return Array.from(text).every(
    (character) =>
      character === "\t" || (character >= " " && character <= "\u00ff" && character !== "\u007f"),
  );
}

/** Encodes a text for a header: each byte of its UTF-8 becomes one character. */
export function toHeaderText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Decodes the value of a header. Reverses {@link toHeaderText}. */
export function fromHeaderText(value: string): string {
  return Buffer.from(value, "latin1").toString("utf8");
}
