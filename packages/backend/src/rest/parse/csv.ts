import { invalidBody } from "../errors.ts";

/**
 * Reads CSV with a header line (RFC 4180) into records. An unquoted or quoted `NULL` is null, as with
 * PostgREST; blank lines are skipped.
 *
 * @throws {RestError} PGRST102 when a quote is not closed, text follows one, or there is no header
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = readRecords(text);
  if (header === undefined) throw invalidBody("The CSV has no header line");
  return lines.map((fields) => {
    const record: Record<string, string | null> = Object.create(null);
    for (const [index, name] of header.entries()) {
      const field = fields[index];
      if (field !== undefined) record[name] = field === "NULL" ? null : field;
    }
    return record;
  });
}

function readRecords(text: string): string[][] {
  const records: string[][] = [];
  let position = 0;
  while (position < text.length) {
    const fields: string[] = [];
    for (;;) {
      const field = readField(text, position);
      fields.push(field.value);
      position = field.end;
      if (text[position] !== ",") break;
      position += 1;
    }
    position = afterLineBreak(text, position);
    if (fields.length > 1 || fields[0] !== "") records.push(fields);
  }
  return records;
}

function readField(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && !",\r\n".includes(text[end] ?? "")) end += 1;
    return { value: text.slice(start, end), end };
  }
  let value = "";
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) throw invalidBody("The CSV has a quoted field that is not closed");
    value += text.slice(position, quote);
    position = quote + 1;
    if (text[position] !== '"') break;
    value += '"';
    position += 1;
  }
  if (position < text.length && !",\r\n".includes(text[position] ?? "")) {
    throw invalidBody("The CSV has text after a quoted field");
  }
  return { value, end: position };
}

function afterLineBreak(text: string, position: number): number {
  if (text[position] === "\r" && text[position + 1] === "\n") return position + 2;
  return position + 1;
}
