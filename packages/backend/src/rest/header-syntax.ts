/** True when a response can carry the header (RFC 9110, section 5.5). */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

/** True when a status line can carry the phrase (RFC 9112, section 4). */
export function isReasonPhrase(text: string): boolean {
  return Array.from(text).every(
    (character) =>
      character === "\t" || (character >= " " && character <= "\u00ff" && character !== "\u007f"),
  );
}

/** A text as a header carries it: its bytes in UTF-8, each as one character. */
export function toHeaderText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text that a header carries. */
export function fromHeaderText(value: string): string {
  return Buffer.from(value, "latin1").toString("utf8");
}
