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

/** The name of an export made at this moment, by the visitor's own calendar: `notes-2026-08-15.csv`. */
export function csvFileName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `notes-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.csv`;
}
