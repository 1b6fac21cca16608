import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";

/** Answers 404 to a path with a hidden name in it (`.env`, `.git`), before any file is looked up. */
export const nothingHidden: MiddlewareHandler = async (c, next) =>
  isHidden(segmentsOf(c.req.path)) ? c.text("Not found\n", 404) : next();

/** The names in a path. `%2f`, `%5c` and a backslash separate names, as on some file systems. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/%2f|%5c|\\/gi, "/")
    .replaceAll(/%2e/gi, ".")
    .split("/")
    .filter(Boolean);
}

/** `/.well-known/` is public (RFC 8615). */
const isHidden = (segments: readonly string[]) =>
  segments.some((name, depth) => name.startsWith(".") && !(depth === 0 && name === ".well-known"));

/**
 * The real place of a file of the site. Undefined where there is none, or where a symbolic link leads out of
 * the folder or to a hidden file in it.
 *
 * @param directory the site's folder; it may be a link itself
 * @param name of the file, below that folder
 */
export async function placeOf(directory: string, name: string): Promise<string | undefined> {
  const [root, place] = await Promise.all([directory, join(directory, name)].map(realPlace));
  if (root === undefined || place === undefined) return undefined;
  const below = relative(root, place);
  // A path outside begins with `..`, or with a drive.
  return isAbsolute(below) || isHidden(below.split(sep)) ? undefined : place;
}

/** The path without links; undefined where there is no file, or none is possible, as with a NUL in the path. */
const realPlace = (path: string) => realpath(path).catch(() => undefined);
