/**
 * Returns an `ilike` pattern for each word of a search, with the special characters escaped. (PostgREST turns an
 * asterisk into a wildcard, and has no escape for it.)
 */
export function patternsOf(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((term) => term !== "")
    .map((term) => `%${term.replace(/[\\%_]/g, "\\$&")}%`);
}
