import { bodyTooDetailed, invalidBody } from "../errors.ts";

/** How many lines are turned into JSON at a time. */
const slice = 100;

/** In characters: a line repeats the names in the header, and they may be longer than all that it says. */
const longestJson = 25_000_000;

/**
 * Turns CSV with a header line (RFC 4180) into the text of a JSON array of objects, without making the
 * objects. An unquoted or quoted `NULL` is null, as with PostgREST; blank lines are skipped.
 *
 * Yields by how many characters the text has grown.
 *
 * @throws {RestError} PGRST102 when a quote is not closed, text follows one, a line has too few fields,
 *   or there is no header; 413
 */
export function* jsonOfCsv(csv: string): Generator<number, { text: string; names: string[] }> {
  const lines = records(csv);
  const names = lines.next().value;
  if (!names) throw invalidBody("The CSV has no header line");
  // Of columns of one name the last counts, as of members of an object.
  const members = [...new Map(names.map((name, index) => [name, index]))].map(
    ([name, index]) => [`${JSON.stringify(name)}:`, index] as const,
  );
  const parts: string[] = [];
  let length = 0;
  let objects: string[] = [];
  for (const fields of lines) {
    if (fields.length < names.length) {
      throw invalidBody("All lines must have same number of fields");
    }
    objects.push(`{${members.map(([name, index]) => name + value(fields[index])).join()}}`);
    if (objects.length < slice) continue;
    const part = objects.join();
    objects = [];
    length += part.length;
    if (length > longestJson) throw bodyTooDetailed();
    yield part.length;
    parts.push(part);
  }
  return { text: `[${[...parts, ...objects].join()}]`, names };
}

function value(field: string | undefined): string {
  return field === undefined || field === "NULL" ? "null" : JSON.stringify(field);
}

function* records(text: string): Generator<string[], undefined> {
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
    if (fields.length > 1 || fields[0] !== "") yield fields;
  }
  return undefined;
}

function readField(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    endOfField.lastIndex = start;
    const end = endOfField.exec(text)?.index ?? text.length;
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

const endOfField = /[,\r\n]/g;

function afterLineBreak(text: string, position: number): number {
  if (text[position] === "\r" && text[position + 1] === "\n") return position + 2;
  return position + 1;
}
