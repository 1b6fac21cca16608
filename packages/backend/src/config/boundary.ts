import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";

/**
 * Returns whether a path is in the project folder or in the repository around it, after resolving symbolic links. A
 * config.toml may come from a stranger, and must not expose other files of the machine. For a missing file, checks the
 * path at which a program would create it.
 *
 * @param path relative to the project folder, or absolute
 */
export async function isWithinProject(project: string, path: string): Promise<boolean> {
  return (await relativeToProject(project, path)) !== undefined;
}

/** Names of files that are the developer's own and not part of the project: credentials, secrets and the database. */
const privateNames = /^\.(git|portico|env.*|npmrc|yarnrc.*|netrc)$/;

/** Like {@link isWithinProject}, but returns false for the developer's own files ({@link hasPrivateName}). */
export async function isProjectFile(project: string, path: string): Promise<boolean> {
  const relativePath = await relativeToProject(project, path);
  return relativePath !== undefined && !hasPrivateName(relativePath);
}

/** Returns whether a path leads through one of the developer's own files, such as `.env`. */
export const hasPrivateName = (path: string): boolean =>
  path.split(sep).some((name) => privateNames.test(name));

/**
 * Returns a path's target, relative to the repository around the project, or else to the project. Returns undefined if
 * the target is outside.
 */
async function relativeToProject(project: string, path: string): Promise<string | undefined> {
  const root = await realpath(project).catch(() => resolve(project));
  const boundary = (await findRepository(root)) ?? root;
  const target = await resolveLinks(resolve(root, path));
  if (target === boundary) return "";
  const prefix = boundary.endsWith(sep) ? boundary : boundary + sep;
  return target?.startsWith(prefix) ? target.slice(prefix.length) : undefined;
}

/**
 * Resolves the symbolic links in a path, even if the file is missing. Returns undefined for a path that cannot be
 * resolved.
 */
async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    // Any other error, such as a circle of links, means that the path cannot be resolved.
    if (!["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code)))
      return undefined;
  }
  const folder = dirname(path);
  if (folder === path) return path;
  const parent = await resolveLinks(folder);
  if (parent === undefined) return undefined;
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? join(parent, basename(path)) : resolveLinks(resolve(parent, link));
}

async function findRepository(folder: string): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (await stat(join(current, ".git")).catch(() => undefined)) return current;
    if (current === dirname(current)) return undefined;
  }
}
