import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file that remembers a move, so that `--undo` can take it back. */
export const memory = ".portico-migrate.json";

/** The files of a folder that people wrote: those that git would keep, where there is git. */
export function filesOf(folder: string): string[] {
  try {
    const list = execFileSync(
      "git",
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 },
    );
    const names = list.split("\0").filter((name) => name && !/(^|\/)node_modules\//.test(name));
    return [...new Set(names)]
      .filter((name) => name !== memory)
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path));
  } catch {
    return walk(folder);
  }
}

const skipped = new Set(["node_modules", "dist", "build", "out", "coverage"]);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : walk(path);
    return entry.isFile() && entry.name !== memory ? [path] : [];
  });
}

/** The package.json files above a file, the nearest first. */
export function manifestsAbove(file: string, manifests: readonly string[]): string[] {
  const found: string[] = [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (manifests.includes(manifest)) found.push(manifest);
  }
  return found;
}
