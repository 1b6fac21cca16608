/**
 * The patterns that a note must all match, one a word, for the data client's `ilike`: any text
 * around the word, and the signs that mean something in a pattern taken literally. (An asterisk is
 * the exception: the wire itself turns it into a wildcard, and offers no way around that.)
 */
export function patternsOf(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
