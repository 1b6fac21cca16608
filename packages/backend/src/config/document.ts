import { parse, TomlError } from "smol-toml";
import { ConfigError } from "./config-error.ts";

export type Path = readonly PropertyKey[];
export type Table = Record<string, unknown>;

export function isTable(value: unknown): value is Table {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/** Deeper values are refused, because functions that visit all values would overflow the stack. No setting is as deep. */
const maxDepth = 64;

/**
 * Parses TOML. Numbers that are too large for JavaScript become bigint, because an ID can be that large.
 *
 * @throws {ConfigError} with the line of the syntax error, or if a key or value has too many levels
 */
export function parseDocument(toml: string): Table {
  const document = parseToml(toml);
  if (isDeeperThan(maxDepth, document))
    throw new ConfigError([`supabase/config.toml: it has more than ${maxDepth} levels.`]);
  return document;
}

function parseToml(toml: string): Table {
  try {
    return parse(toml, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n")[0]?.replace("Invalid TOML document: ", "");
    throw new ConfigError([
      `supabase/config.toml:${error.line}: this is not valid TOML: ${reason}.`,
    ]);
  }
}

/** Returns whether a parsed value has more than `maxDepth` levels of tables and arrays. */
export function isDeeperThan(maxDepth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (maxDepth === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(maxDepth - 1, inner));
}

/** Returns the value at a path, if there is one. */
export function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Formats a path as TOML does: `auth.email.template.invite`. */
export function formatPath(path: Path): string {
  return path
    .map((key) => {
      if (typeof key === "number") return `[${key}]`;
      const name = String(key);
      return `.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}`;
    })
    .join("")
    .replace(/^\./, "");
}

/**
 * Returns the line, counted from 1, of a path's key. If the file does not have the key, returns the line of the
 * innermost table around it.
 */
export function lineOf(toml: string, path: Path): number | undefined {
  const lines = toml.split(/\r?\n/);
  let header = "";
  let start = 0;
  let deepest: { depth: number; line: number } | undefined;
  for (let end = 1; end <= lines.length; end++) {
    const statement = lines.slice(start, end).join("\n");
    const isHeader = /^\s*\[/.test(statement);
    const table = tryParse(isHeader ? statement : `${header}\n${statement}`);
    // A value may span several lines: continue until it parses.
    if (table === undefined) continue;
    if (isHeader) header = statement;
    const depth = depthOf(table, path);
    if (depth > (deepest?.depth ?? 0)) deepest = { depth, line: start + 1 };
    start = end;
  }
  return deepest?.line;
}

function tryParse(toml: string): Table | undefined {
  try {
    return parse(toml, { integersAsBigInt: "asNeeded" });
  } catch {
    return undefined;
  }
}

function depthOf(table: Table, path: Path): number {
  let depth = 0;
  while (depth < path.length && valueAt(table, path.slice(0, depth + 1)) !== undefined) depth++;
  return depth;
}
