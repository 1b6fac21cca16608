import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { isProjectFile } from "../../config/boundary.ts";

/**
 * Returns the paths in a folder that lead to files outside of the project. They have to be denied, because Deno checks
 * the path of a link and not its target. If there are any, the result also contains all links to folders, because the
 * outside files can be reached through them.
 */
export async function findLinksToOutside(
  project: string,
  folder: string,
): Promise<readonly string[]> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return [];
  const belongsToProject = async (target: string) =>
    target === root || target.startsWith(root + sep) || (await isProjectFile(project, target));
  const outsidePaths: string[] = [];
  const folderLinks: string[] = [];
  const visited = new Set<string>();
  const pendingFolders = [folder];
  for (let current = pendingFolders.pop(); current !== undefined; current = pendingFolders.pop()) {
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) pendingFolders.push(path);
      if (!entry.isSymbolicLink()) continue;
      const target = await realpath(path).catch(() => undefined);
      if (target === undefined || !(await belongsToProject(target))) {
        outsidePaths.push(path);
      } else if (await isFolder(target)) {
        folderLinks.push(path);
        if (!visited.has(target)) pendingFolders.push(target);
        visited.add(target);
      }
    }
  }
  return outsidePaths.length > 0 ? [...outsidePaths, ...folderLinks].map(withoutComma) : [];
}

const isFolder = async (path: string) =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/**
 * Returns the innermost folder whose path has no comma, because Deno separates paths by commas and cannot escape one.
 */
const withoutComma = (path: string): string =>
  path.includes(",") ? withoutComma(dirname(path)) : path;
