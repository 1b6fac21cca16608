/** A row of a file. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly (string | null)[];
}

/** Thrown for a file that is not CSV. The message names the line. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Parses CSV (RFC 4180). Accepts a byte order mark and any line ending. The separator is the comma, semicolon or tab
 * that occurs most often in the first line. An empty field without quotes is null.
 *
 * @throws {CsvError} if a quote is not closed, or a row has more fields than the first one
 */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let cells: (string | null)[] = [];
  let index = 0;
  let line = 1;
  let nextLine = 1;
  while (index < source.length) {
    const field = readField(source, index, separator, { line: nextLine, field: cells.length + 1 });
    nextLine += field.lineBreaks;
    cells.push(field.value);
    index = field.end;
    if (source[index] === separator) {
      index++;
      if (index < source.length && !"\r\n".includes(source[index] ?? "")) continue;
      // A separator at the end of a line is followed by an empty field.
      cells.push(null);
    }
    index += source.startsWith("\r\n", index) ? 2 : 1;
    nextLine++;
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
    line = nextLine;
  }
  return rows;
}

function separatorOf(source: string): string {
  const [line = ""] = source.split(/\r?\n/, 1);
  const count = (candidate: string) => line.split(candidate).length;
  return [",", ";", "\t"].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  );
}

interface Position {
  readonly line: number;
  readonly field: number;
}

function readField(source: string, start: number, separator: string, position: Position) {
  const isEnd = (character: string | undefined) =>
    character === undefined || character === separator || character === "\r" || character === "\n";
  if (source[start] !== '"') {
    let end = start;
    while (!isEnd(source[end])) end++;
    return { value: source.slice(start, end) || null, end, lineBreaks: 0 };
  }
  let value = "";
  let index = start + 1;
  for (;;) {
    const quote = source.indexOf('"', index);
    if (quote < 0) throw csvError(position, "the quote is not closed");
    value += source.slice(index, quote);
    if (source[quote + 1] !== '"') {
      if (!isEnd(source[quote + 1])) throw csvError(position, "text follows the closing quote");
      return { value, end: quote + 1, lineBreaks: value.split(/\r\n|\r|\n/).length - 1 };
    }
    value += '"';
    index = quote + 2;
  }
}

const csvError = ({ line, field }: Position, reason: string) =>
  new CsvError(`Line ${line}, field ${field}: ${reason}.`);

/** Returns rows as CSV. Null becomes an empty field and an empty text becomes `""`, as in PostgreSQL's COPY. */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | null)[])[]) {
  return [columns, ...rows].map((row) => row.map(csvField).join(",")).join("\r\n");
}

/**
 * Matches texts that a spreadsheet would evaluate as a formula (https://owasp.org/www-community/attacks/CSV_Injection),
 * but not numbers, dates and phone numbers. Leading apostrophes are included, so that {@link withoutGuard} restores
 * every text exactly.
 */
const formula = /^'*(?:[\t\r]|[=@＝＋－＠]|[+-](?![\d\s.,:/()+-]*$))/;

/** Spreadsheets show a text that follows an apostrophe without evaluating it. */
const withGuard = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Returns the original value of a field that {@link toCsv} has written. */
export const withoutGuard = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

function csvField(field: string | null): string {
  if (field === null) return "";
  const value = withGuard(field);
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
