import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { configFileNames } from "../../config/config-file.ts";

/** The results of a text search in an application's source code. A location is a file with a line. */
export interface ChannelCalls {
  /** The locations that open a channel. */
  readonly channels: readonly string[];
  /** The locations that request a private channel. */
  readonly privateChannels: readonly string[];
  /** The entries of `postgres_changes`. */
  readonly changes: readonly ChangeListener[];
}

/** An entry of `postgres_changes`. */
export interface ChangeListener {
  readonly location: string;
  readonly schema: string;
  /**
   * The table's name, or undefined if the entry is for all tables, or the code computes the name of the table or
   * schema.
   */
  readonly table: string | undefined;
}

const sourceFiles = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const testFiles = /\.(?:test|spec|stories)\.\w+$/;
/** Folders with build output or installed packages. */
const ignoredFolders = /^(?:\..*|node_modules|dist|build|out|coverage|vendor)$/;
/** Larger files are skipped, because they are not written by hand. */
const maxBytes = 1_000_000;

/** Finds the calls in an application's source. */
export async function findChannelCalls(directory: string): Promise<ChannelCalls> {
  const calls = {
    channels: [] as string[],
    privateChannels: [] as string[],
    changes: [] as ChangeListener[],
  };
  for await (const path of findSources(directory, true)) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (!text.includes("channel(") && !/postgres_changes/i.test(text)) continue;
    const code = text.replace(commentPattern, (comment) => comment.replace(/[^\n]/g, " "));
    const locationOf = (index: number) =>
      `${relative(directory, path).split(sep).join("/")}:${code.slice(0, index).split("\n").length}`;
    const locationsOf = (pattern: RegExp) =>
      [...code.matchAll(pattern)].map(({ index }) => locationOf(index));
    calls.changes.push(...parseChanges(code, locationOf));
    if (!/\.subscribe\s*\(/.test(code)) continue;
    const channels = locationsOf(/\.channel\s*\(/g);
    calls.channels.push(...channels);
    if (channels.length > 0) calls.privateChannels.push(...locationsOf(/\bprivate\s*:\s*true\b/g));
  }
  return calls;
}

async function isProject(directory: string): Promise<boolean> {
  const sizes = await Promise.all(configFileNames.map((name) => fileSize(join(directory, name))));
  return sizes.some((size) => size !== undefined);
}

async function* findSources(directory: string, isRoot: boolean): AsyncGenerator<string> {
  // Skip a nested project, because it has its own application.
  if (!isRoot && (await isProject(directory))) return;
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!ignoredFolders.test(entry.name)) yield* findSources(path, false);
    } else if (entry.isFile() && sourceFiles.test(entry.name) && !testFiles.test(entry.name)) {
      const size = (await fileSize(path)) ?? 0;
      if (size > 0 && size <= maxBytes) yield path;
    }
  }
}

const fileSize = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/** Matches comments, but not the slashes of a URL. */
const commentPattern = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm;

/** Matches `"postgres_changes", { … }`. The event may also be a constant of the client. */
const entryPattern = /\bpostgres_changes\b["'`]?[^{},;]*,\s*\{([\s\S]*?)\}\s*,/gi;

function parseChanges(code: string, locationOf: (index: number) => string): ChangeListener[] {
  return [...code.matchAll(entryPattern)].map(({ 1: entry = "", index }) => {
    const schema =
      readLiteral(entry, "schema") ?? (/\bschema\b/.test(entry) ? undefined : "public");
    const table = schema === undefined || schema === "*" ? undefined : readLiteral(entry, "table");
    return {
      location: locationOf(index),
      schema: schema ?? "*",
      table: table === "*" ? undefined : table,
    };
  });
}

/** Returns a property's value if it is a literal. */
function readLiteral(entry: string, name: string): string | undefined {
  return new RegExp(`\\b${name}["']?\\s*:\\s*(["'\`])([^"'\`$\\n]+)\\1\\s*(?:,|$)`).exec(
    entry,
  )?.[2];
}

/** Formats the first three locations, and the number of the remaining ones. */
export function formatList(locations: readonly string[]): string {
  const remainingCount = locations.length - 3;
  return (
    locations.slice(0, 3).join(", ") + (remainingCount > 0 ? ` and ${remainingCount} more` : "")
  );
}

/** Formats the locations of entries. */
export const formatLocations = (listeners: readonly ChangeListener[]) =>
  formatList(listeners.map(({ location }) => location));
