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
  return (await pathInProject(project, path)) !== undefined;
}

/** What a project folder has of its machine: credentials, secrets, and the database. */
const ownNames = /^\.(git|portico|env.*|npmrc|yarnrc.*|netrc)$/;

/** Like {@link isWithinProject}, without the files that the project does not bring but that its developer has there. */
export async function isProjectFile(project: string, path: string): Promise<boolean> {
  const found = await pathInProject(project, path);
  return found !== undefined && !hasOwnName(found);
}

/** Returns whether a path leads to, or through, what a project folder has of its machine. */
export const hasOwnName = (path: string): boolean =>
  path.split(sep).some((name) => ownNames.test(name));

/** Returns where a path leads, relative to the project or to the repository around it; undefined if it leads outside. */
async function pathInProject(project: string, path: string): Promise<string | undefined> {
  const root = await realpath(project).catch(() => resolve(project));
  const boundary = (await repositoryAround(root)) ?? root;
  const found = await resolveLinks(resolve(root, path));
  if (found === boundary) return "";
  const prefix = boundary.endsWith(sep) ? boundary : boundary + sep;
  return found?.startsWith(prefix) ? found.slice(prefix.length) : undefined;
}

/**
 * Resolves the symbolic links in a path, even if the file is missing. Returns undefined for a path that cannot be
 * resolved.
 */
async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    // Other errors mean, for example, that the links form a circle.
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

async function repositoryAround(folder: string): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (await stat(join(current, ".git")).catch(() => undefined)) return current;
    if (current === dirname(current)) return undefined;
  }
}
