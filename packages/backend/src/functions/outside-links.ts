import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { isProjectFile } from "../config/boundary.ts";

/**
 * Returns the paths in a folder that lead to files of the machine outside of the project. Deno checks the path of a
 * link, not where it leads. If there are any, links to folders are among them, because they are further paths to the
 * others.
 */
export async function linksToOutside(project: string, folder: string): Promise<readonly string[]> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return [];
  const isOwn = async (target: string) =>
    target === root || target.startsWith(root + sep) || (await isProjectFile(project, target));
  const outside: string[] = [];
  const folderLinks: string[] = [];
  const visited = new Set<string>();
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isSymbolicLink()) continue;
      const target = await realpath(path).catch(() => undefined);
      if (target === undefined || !(await isOwn(target))) {
        outside.push(path);
      } else if (await isFolder(target)) {
        folderLinks.push(path);
        if (!visited.has(target)) waiting.push(target);
        visited.add(target);
      }
    }
  }
  return outside.length > 0 ? [...outside, ...folderLinks].map(withoutComma) : [];
}

const isFolder = async (path: string) =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Deno separates paths by commas, and has no other way to write one. */
const withoutComma = (path: string): string =>
  path.includes(",") ? withoutComma(dirname(path)) : path;
