import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";

/** Responds with 404 to paths with a hidden name (`.env`, `.git`), before looking for a file. */
export const refuseHidden: MiddlewareHandler = async (c, next) =>
  isHidden(segmentsOf(c.req.path)) ? c.text("Not found\n", 404) : next();

/** Splits a path into names. `%2f`, `%5c` and backslashes also count as separators, as on some file systems. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/%2f|%5c|\\/gi, "/")
    .replaceAll(/%2e/gi, ".")
    .split("/")
    .filter(Boolean);
}

/** Returns whether a path has a hidden name. `/.well-known/` is public (RFC 8615). */
const isHidden = (segments: readonly string[]) =>
  segments.some((name, depth) => name.startsWith(".") && !(depth === 0 && name === ".well-known"));

/**
 * Resolves a file of the site to its real path. Returns undefined if the file does not exist, or if a symbolic link
 * points outside the folder or to a hidden file.
 *
 * @param directory the site's folder, which may be a link itself
 * @param name the path of the file below that folder
 */
export async function resolveFile(directory: string, name: string): Promise<string | undefined> {
  const [root, path] = await Promise.all([directory, join(directory, name)].map(resolveLinks));
  if (root === undefined || path === undefined) return undefined;
  const relativePath = relative(root, path);
  // A path outside starts with `..` or a drive letter.
  return isAbsolute(relativePath) || isHidden(relativePath.split(sep)) ? undefined : path;
}

/**
 * Resolves links. Returns undefined if the file does not exist, or the path is invalid (for example, contains a NUL).
 */
const resolveLinks = (path: string) => realpath(path).catch(() => undefined);
