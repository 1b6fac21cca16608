import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";

/** Answers 404 to a path with a hidden name in it (`.env`, `.git`), before there is anything to find. */
export const nothingHidden: MiddlewareHandler = async (c, next) =>
  isHidden(segmentsOf(c.req.path)) ? c.text("Not found\n", 404) : next();

/** The names in a path. `%2f`, `%5c` and a backslash separate names, as they do for some file systems. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/%2f|%5c|\\/gi, "/")
    .replaceAll(/%2e/gi, ".")
    .split("/")
    .filter(Boolean);
}

/** `/.well-known/` is meant to be read (RFC 8615). */
const isHidden = (segments: readonly string[]) =>
  segments.some((name, depth) => name.startsWith(".") && !(depth === 0 && name === ".well-known"));

/**
 * Where a file of the site really lies; undefined where it is none of the site's: where there is none, or
 * where a symbolic link takes it from outside of the folder or from what is hidden in it.
 *
 * @param directory the site's folder; it may be a link itself
 * @param name of the file, below that folder
 */
export async function placeOf(directory: string, name: string): Promise<string | undefined> {
  const [root, place] = await Promise.all([directory, join(directory, name)].map(realPlace));
  if (root === undefined || place === undefined) return undefined;
  const below = relative(root, place);
  // What lies outside begins with `..`, or with a drive.
  return isAbsolute(below) || isHidden(below.split(sep)) ? undefined : place;
}

/** Without its links; undefined where there is no file, or can be none, as with a NUL in the path. */
const realPlace = (path: string) => realpath(path).catch(() => undefined);
