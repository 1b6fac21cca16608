import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the files of a folder. In a git repository, ignored files are left out. */
export function filesOf(folder: string): string[] {
  const list = git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  if (list === undefined) return walk(folder);
  const names = list.split("\0").filter((name) => name && !/(^|\/)node_modules\//.test(name));
  return [...new Set(names)].map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Returns an error message if git could not undo changes to a folder, otherwise undefined. */
export function reasonNotToWrite(folder: string): string | undefined {
  const status = git(folder, "status", "--porcelain", "--", ".");
  if (status === undefined)
    return `${folder} is not in a git repository, so the changes could not be undone. Use --force to change it anyway.`;
  if (status === "") return undefined;
  return `${folder} has changes that are not committed. Commit them, or use --force to change it anyway.`;
}

/** Returns the output of a git command, or undefined if the command fails. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 28,
    });
  } catch {
    return undefined;
  }
}

const skippedFolders = new Set(["node_modules", "dist", "build", "out", "coverage"]);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return skippedFolders.has(entry.name) || entry.name.startsWith(".") ? [] : walk(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Returns the package.json files in the folders above a file, the nearest first. */
export function manifestsAbove(file: string, manifests: readonly string[]): string[] {
  const result: string[] = [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (manifests.includes(manifest)) result.push(manifest);
  }
  return result;
}
