import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** An application's calls that open channels, as far as its source tells. A place is a file, and a line. */
export interface Calls {
  /** The places that open a channel. */
  readonly channels: readonly string[];
  /** The places that ask for a private one. */
  readonly isPrivate: readonly string[];
  /** The entries of `postgres_changes`. */
  readonly changes: readonly Listened[];
}

/** An entry of `postgres_changes`. What the source computes is undefined. */
export interface Listened {
  readonly place: string;
  readonly event: string | undefined;
  /** A name, or `*`. */
  readonly schema: string | undefined;
  /** A name, or `*`. */
  readonly table: string | undefined;
  /** The first column that the filter compares, if it is written out. No comparison lets a missing value through. */
  readonly filtered: string | undefined;
}

const sources = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const tests = /\.(?:test|spec|stories)\.\w+$/;
/** Folders of what is built or installed. */
const leftOut = /^(?:\..*|node_modules|dist|build|out|coverage|vendor)$/;
/** In bytes: a larger file is no source that a person wrote. */
const largest = 1_000_000;

/** Reads an application's source. */
export async function readCalls(directory: string): Promise<Calls> {
  const calls = { channels: [] as string[], isPrivate: [] as string[], changes: [] as Listened[] };
  for await (const path of sourcesIn(directory, true)) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (!text.includes("channel(") && !/postgres_changes/i.test(text)) continue;
    const code = withoutComments(text);
    const placeOf = (at: number) =>
      `${relative(directory, path).split(sep).join("/")}:${code.slice(0, at).split("\n").length}`;
    const places = (shape: RegExp) => [...code.matchAll(shape)].map(({ index }) => placeOf(index));
    calls.changes.push(...changesIn(code, placeOf));
    if (!/\.subscribe\s*\(/.test(code)) continue;
    const channels = places(/\.channel\s*\(/g);
    calls.channels.push(...channels);
    if (channels.length > 0) calls.isPrivate.push(...places(/\bprivate\s*:\s*true\b/g));
  }
  return calls;
}

async function* sourcesIn(directory: string, isRoot: boolean): AsyncGenerator<string> {
  // Another project's.
  if (!isRoot && (await sizeOf(join(directory, "supabase/config.toml"))) !== undefined) return;
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!leftOut.test(entry.name)) yield* sourcesIn(path, false);
    } else if (entry.isFile() && sources.test(entry.name) && !tests.test(entry.name)) {
      const size = (await sizeOf(path)) ?? 0;
      if (size > 0 && size <= largest) yield path;
    }
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/.source;
const comments = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/.source;

/** The code with blanks for its comments. */
function withoutComments(text: string): string {
  const shape = new RegExp(`${strings}|${comments}`, "g");
  return text.replace(shape, (found) =>
    /^["'`]/.test(found) ? found : found.replace(/[^\n]/g, " "),
  );
}

function changesIn(code: string, placeOf: (at: number) => string): Listened[] {
  const calls =
    /\.on\s*(?:<[^()]*>)?\(\s*(?:(["'`])postgres_changes\1|(?:\w+\.)*POSTGRES_CHANGES)(?:\s*as\s+\w+)?\s*,\s*/g;
  return [...code.matchAll(calls)].map((call) => {
    const entry = objectAt(code, call.index + call[0].length);
    const read = (name: string, absent: string) =>
      entry === undefined ? undefined : textIn(entry, name, absent);
    return {
      place: placeOf(call.index),
      event: read("event", "*"),
      schema: read("schema", "public"),
      table: read("table", "*"),
      filtered: filter.exec(entry ?? "")?.[2],
    };
  });
}

const filter =
  /[{,]\s*(["']?)filter\1\s*:\s*["'`](\w+)=(?:not\.)?(?:eq|neq|[lg]te?|in|i?like|i?match)\./;

/** The object that is written at a place; undefined where something else is. */
function objectAt(code: string, from: number): string | undefined {
  if (code[from] !== "{") return undefined;
  const shape = new RegExp(`${strings}|[{}]`, "g");
  shape.lastIndex = from;
  let depth = 0;
  for (let found = shape.exec(code); found; found = shape.exec(code)) {
    if (found[0] === "{") depth++;
    if (found[0] === "}" && --depth === 0) return code.slice(from, shape.lastIndex);
  }
  return undefined;
}

/** The text that an object has under a name. */
function textIn(entry: string, name: string, absent: string): string | undefined {
  const key = String.raw`[{,]\s*(["']?)${name}\1\s*`;
  const [, , quote, text] =
    new RegExp(String.raw`${key}:\s*(["'\x60])((?:(?!\2)[^\\$\0-\x1f])*)\2\s*[,}]`).exec(entry) ??
    [];
  if (quote !== undefined) return text;
  const isThere = new RegExp(`${key}[:,}]`).test(entry) || entry.includes("...");
  return isThere ? undefined : absent;
}
