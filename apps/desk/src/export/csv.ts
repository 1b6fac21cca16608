/** A row of a file. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly (string | null)[];
}

/** A file that is not CSV. The message names the line. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Reads CSV (RFC 4180). Accepts a byte order mark, any line ending, and commas, semicolons or tabs, whichever the first
 * line has most of. A field without quotes that is empty is null.
 *
 * @throws {CsvError} for a quote that is not closed, and a row with more fields than the first one
 */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let cells: (string | null)[] = [];
  let at = 0;
  let line = 1;
  let next = 1;
  while (at < source.length) {
    const field = readField(source, at, separator, { line: next, field: cells.length + 1 });
    next += field.breaks;
    cells.push(field.value);
    at = field.end;
    if (source[at] === separator) {
      at++;
      if (at < source.length && !"\r\n".includes(source[at] ?? "")) continue;
      // A separator at the end of a line is followed by an empty field.
      cells.push(null);
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    next++;
    if (cells.length > 1 || cells[0] !== null) {
      const expected = rows[0]?.cells.length ?? cells.length;
      if (cells.length > expected) {
        throw new CsvError(
          `Line ${line} has ${cells.length} fields, and the first line has ${expected}.`,
        );
      }
      rows.push({ line, cells });
    }
    cells = [];
    line = next;
  }
  return rows;
}

function separatorOf(source: string): string {
  const [line = ""] = source.split(/\r?\n/, 1);
  const count = (mark: string) => line.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

interface Position {
  readonly line: number;
  readonly field: number;
}

function readField(source: string, from: number, separator: string, position: Position) {
  const isEnd = (character: string | undefined) =>
    character === undefined || character === separator || character === "\r" || character === "\n";
  if (source[from] !== '"') {
    let end = from;
    while (!isEnd(source[end])) end++;
    return { value: source.slice(from, end) || null, end, breaks: 0 };
  }
  let value = "";
  let at = from + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw mistake(position, "the quote is not closed");
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') {
      if (!isEnd(source[quote + 1])) throw mistake(position, "text follows the closing quote");
      return { value, end: quote + 1, breaks: value.split(/\r\n|\r|\n/).length - 1 };
    }
    value += '"';
    at = quote + 2;
  }
}

const mistake = ({ line, field }: Position, reason: string) =>
  new CsvError(`Line ${line}, field ${field}: ${reason}.`);

/** Writes CSV. Null is an empty field, and an empty text is in quotes, as in PostgreSQL's COPY. */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | null)[])[]) {
  return [columns, ...rows].map((row) => row.map(csvField).join(",")).join("\r\n");
}

function csvField(value: string | null): string {
  if (value === null) return "";
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
