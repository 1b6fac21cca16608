/**
 * Tables without the headers that Markdown asks for and a document leaves empty: a screen reader would announce
 * them.
 */
export function withoutEmptyHeaders(html: string): string {
  return html
    .replace(/<thead>\s*<tr>(?:\s*<th[^>]*><\/th>)+\s*<\/tr>\s*<\/thead>/g, "")
    .replace(/<th([^>]*)><\/th>/g, "<td$1></td>");
}
