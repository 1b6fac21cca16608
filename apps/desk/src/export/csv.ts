/**
 * Parses CSV (RFC 4180). Accepts a byte order mark and any line ending. The separator is the most frequent of comma,
 * semicolon and tab in the first line. An empty field without quotes becomes null.
 */
export function parseCsv(text: string): (string | null)[][] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = 0;
  while (at < source.length) {
    const { value, end } = readField(source, at, separator);
    row.push(value);
    at = end;
    if (source[at] === separator) {
      at++;
      if (at < source.length && !"\r\n".includes(source[at] ?? "")) continue;
      // A separator at the end of the line is followed by one more, empty field.
      row.push(null);
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    if (row.length > 1 || row[0] !== null) rows.push(row);
    row = [];
  }
  return rows;
}

function separatorOf(source: string): string {
  const [line = ""] = source.split(/\r?\n/, 1);
  const count = (mark: string) => line.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function readField(source: string, from: number, separator: string) {
  if (source[from] !== '"') {
    let end = from;
    while (end < source.length && source[end] !== separator && !"\r\n".includes(source[end] ?? ""))
      end++;
    return { value: source.slice(from, end) || null, end };
  }
  let value = "";
  let at = from + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) return { value: value + source.slice(at), end: source.length };
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

/** Writes CSV. As in PostgreSQL's COPY, null is an empty field and an empty string is a pair of quotes. */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | null)[])[]) {
  return [columns, ...rows].map((row) => row.map(csvField).join(",")).join("\r\n");
}

function csvField(value: string | null): string {
  if (value === null) return "";
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
