/**
 * How many records a CSV text has after its header line. A line break inside quotes belongs to a
 * field (RFC 4180 §2.6), and the last record needs none at its end.
 */
export function recordsIn(csv: string): number {
  let quoted = false;
  let lines = 0;
  let inLine = false;
  for (const sign of csv) {
    if (sign === '"') quoted = !quoted;
    if (sign === "\n" && !quoted) {
      lines += 1;
      inLine = false;
    } else {
      inLine = true;
    }
  }
  if (inLine) lines += 1;
  return Math.max(0, lines - 1);
}

/** One CSV text of several with the same header. */
export function joined(parts: readonly string[]): string {
  return parts
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("\n") + 1)))
    .map((part) => part.replace(/\r?\n$/, ""))
    .join("\n");
}

/**
 * A CSV text in which no cell is a formula: a spreadsheet would compute a title such as `=HYPERLINK(…)`, which
 * another person may have written. An apostrophe in front makes it text (OWASP, CSV Injection).
 */
export function withoutFormulas(csv: string): string {
  let isQuoted = false;
  let isStart = true;
  let safe = "";
  for (const sign of csv) {
    if (isStart && sign === '"' && !isQuoted) {
      isQuoted = true;
      safe += sign;
      continue;
    }
    if (isStart && formulaStarts.has(sign)) safe += "'";
    safe += sign;
    // An escaped quotation mark counts as two, so that the end of a cell is outside again.
    if (sign === '"') isQuoted = !isQuoted;
    isStart = !isQuoted && (sign === "," || sign === "\n");
  }
  return safe;
}

/** What begins a formula, or is skipped before one. Some spreadsheets take the wide signs as well. */
const formulaStarts = new Set(["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]);

/** The name of an export made at this moment, by the visitor's own calendar: `notes-2026-08-15.csv`. */
export function csvFileName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `notes-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.csv`;
}
