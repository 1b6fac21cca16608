/** Returns rows as CSV (RFC 4180) with a header line. */
export function toCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | boolean>>[],
): string {
  const records = rows.map((row) => columns.map((column) => cellOf(String(row[column]))));
  return [columns, ...records].map((cells) => cells.join(",")).join("\n");
}

/**
 * A spreadsheet would evaluate a title such as `=HYPERLINK(…)`, which another user may have written. An apostrophe in
 * front makes it text (OWASP, CSV Injection). Some spreadsheets also evaluate the full-width characters.
 */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

function cellOf(value: string): string {
  const safeText = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Returns the file name of an export at this moment, in local time: `notes-2026-08-15.csv`. */
export function csvFileName(now: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `notes-${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}.csv`;
}
