/** Whether a response can carry the header (RFC 9110, section 5.5). */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

/** Whether a status line can carry the words (RFC 9112, section 4). */
export function isReasonPhrase(text: string): boolean {
  return Array.from(text).every(
    (character) =>
      character === "\t" || (character >= " " && character <= "\u00ff" && character !== "\u007f"),
  );
}
