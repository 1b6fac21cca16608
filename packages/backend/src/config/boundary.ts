import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";

/**
 * Returns whether a path is in the project folder or in the repository around it, with links resolved. A config.toml
 * may come from a stranger, and must not expose other files of the machine. A path that does not exist is compared as
 * it is.
 *
 * @param path relative to the project folder, or absolute
 */
export async function isWithinProject(project: string, path: string): Promise<boolean> {
  const root = await realpath(project).catch(() => resolve(project));
  const boundary = (await repositoryAround(root)) ?? root;
  const target = resolve(project, path);
  const found = await realpath(target).catch(() => resolve(root, path));
  return found === boundary || found.startsWith(boundary.endsWith(sep) ? boundary : boundary + sep);
}

async function repositoryAround(folder: string): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (await stat(join(current, ".git")).catch(() => undefined)) return current;
    if (current === dirname(current)) return undefined;
  }
}
