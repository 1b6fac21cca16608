import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The calls that open channels, as far as the application's source shows them. A location is a file and a line. */
export interface Calls {
  /** The locations that open a channel. */
  readonly channels: readonly string[];
  /** The locations that request a private channel. */
  readonly isPrivate: readonly string[];
  /** The entries of `postgres_changes`. */
  readonly changes: readonly ChangeListener[];
}

/** An entry of `postgres_changes`. Values that the source computes are undefined. */
export interface ChangeListener {
  readonly location: string;
  readonly event: string | undefined;
  /** A name, or `*`. */
  readonly schema: string | undefined;
  /** A name, or `*`. */
  readonly table: string | undefined;
  /** The first column that the filter compares, if it is a literal. A filter never matches a missing value. */
  readonly filterColumn: string | undefined;
}

const sources = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const tests = /\.(?:test|spec|stories)\.\w+$/;
/** Folders with build output or installed packages. */
const ignoredFolders = /^(?:\..*|node_modules|dist|build|out|coverage|vendor)$/;
/** A larger file is not written by hand. */
const maxBytes = 1_000_000;

/** Finds the calls in an application's source. */
export async function readCalls(directory: string): Promise<Calls> {
  const calls = {
    channels: [] as string[],
    isPrivate: [] as string[],
    changes: [] as ChangeListener[],
  };
  for await (const path of sourcesIn(directory, true)) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (!text.includes("channel(") && !/postgres_changes/i.test(text)) continue;
    const code = withoutComments(text);
    const locationOf = (at: number) =>
      `${relative(directory, path).split(sep).join("/")}:${code.slice(0, at).split("\n").length}`;
    const locationsOf = (shape: RegExp) =>
      [...code.matchAll(shape)].map(({ index }) => locationOf(index));
    calls.changes.push(...changesIn(code, locationOf));
    if (!/\.subscribe\s*\(/.test(code)) continue;
    const channels = locationsOf(/\.channel\s*\(/g);
    calls.channels.push(...channels);
    if (channels.length > 0) calls.isPrivate.push(...locationsOf(/\bprivate\s*:\s*true\b/g));
  }
  return calls;
}

async function* sourcesIn(directory: string, isRoot: boolean): AsyncGenerator<string> {
  // This folder belongs to another project.
  if (!isRoot && (await sizeOf(join(directory, "supabase/config.toml"))) !== undefined) return;
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!ignoredFolders.test(entry.name)) yield* sourcesIn(path, false);
    } else if (entry.isFile() && sources.test(entry.name) && !tests.test(entry.name)) {
      const size = (await sizeOf(path)) ?? 0;
      if (size > 0 && size <= maxBytes) yield path;
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

/** Replaces comments by blanks, so that positions stay the same. */
function withoutComments(text: string): string {
  const shape = new RegExp(`${strings}|${comments}`, "g");
  return text.replace(shape, (found) =>
    /^["'`]/.test(found) ? found : found.replace(/[^\n]/g, " "),
  );
}

function changesIn(code: string, locationOf: (at: number) => string): ChangeListener[] {
  const calls =
    /\.on\s*(?:<[^()]*>)?\(\s*(?:(["'`])postgres_changes\1|(?:\w+\.)*POSTGRES_CHANGES)(?:\s*as\s+\w+)?\s*,\s*/g;
  return [...code.matchAll(calls)].map((call) => {
    const entry = objectAt(code, call.index + call[0].length);
    const read = (name: string, fallback: string) =>
      entry === undefined ? undefined : textIn(entry, name, fallback);
    return {
      location: locationOf(call.index),
      event: read("event", "*"),
      schema: read("schema", "public"),
      table: read("table", "*"),
      filterColumn: filter.exec(entry ?? "")?.[2],
    };
  });
}

const filter =
  /[{,]\s*(["']?)filter\1\s*:\s*["'`](\w+)=(?:not\.)?(?:eq|neq|[lg]te?|in|i?like|i?match)\./;

/** Returns the object literal at a position, or undefined if there is none. */
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

/** Returns the text value of a property in an object literal. */
function textIn(entry: string, name: string, fallback: string): string | undefined {
  const key = String.raw`[{,]\s*(["']?)${name}\1\s*`;
  const [, , quote, text] =
    new RegExp(String.raw`${key}:\s*(["'\x60])((?:(?!\2)[^\\$\0-\x1f])*)\2\s*[,}]`).exec(entry) ??
    [];
  if (quote !== undefined) return text;
  const isPresent = new RegExp(`${key}[:,}]`).test(entry) || entry.includes("...");
  return isPresent ? undefined : fallback;
}
