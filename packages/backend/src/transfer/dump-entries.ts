/** A part of pg_dump's output: an object, or the rows of a table. */
export interface DumpEntry {
  readonly name: string;
  readonly type: string;
  /** `-` if the object has no schema. */
  readonly schema: string;
  readonly text: string;
}

const headingPattern =
  /^--\n-- (?:Data for )?Name: (?<name>.*); Type: (?<type>.*?); Schema: (?<schema>.*?); Owner: .*\n--\n/gm;

/** Splits a dump into entries. The session settings before the first entry are dropped. */
export function parseDump(dump: string): DumpEntry[] {
  const headings = [...dump.matchAll(headingPattern)];
  return headings.map((match, index) => {
    const { name = "", type = "", schema = "" } = match.groups ?? {};
    const textStart = match.index + match[0].length;
    const text = dump.slice(textStart, headings[index + 1]?.index ?? dump.length);
    return { name, type, schema, text: text.replace(/^--\n-- PostgreSQL database dump.*/ms, "") };
  });
}
