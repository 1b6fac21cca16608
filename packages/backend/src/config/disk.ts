import { glob, readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { isProjectFile, isWithinProject } from "./boundary.ts";
import { ConfigError } from "./config-error.ts";
import { isPlainPath, type ProjectFolder } from "./folder.ts";

/** Returns a project folder that is on disk. */
export function onDisk(directory: string): ProjectFolder {
  const root = resolve(directory);
  return {
    async requireExistence() {
      const folder = await stat(directory).catch(() => undefined);
      if (!folder?.isDirectory()) {
        throw new ConfigError([`The project folder ${directory} does not exist.`]);
      }
    },
    contains: (path) => isWithinProject(root, path),
    isProjectFile: (path) => isProjectFile(root, path),
    read: (path) => undefinedIfMissing(path, readRegularFile(resolve(root, path))),
    async list(path) {
      const entriesPromise = readdir(resolve(root, path), { withFileTypes: true });
      const entries = (await undefinedIfMissing(path, entriesPromise)) ?? [];
      return entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
    },
    async match(pattern) {
      const cwd = join(root, "supabase");
      const relativeToRoot = (path: string) => relative(root, path).split(sep).join("/");
      if (isPlainPath(pattern)) {
        // Load `glob` only for patterns, because its modules take longer to load than everything else. The default is a
        // plain file name.
        const path = resolve(cwd, pattern);
        const stats = await stat(path).catch(() => undefined);
        return stats === undefined || stats.isDirectory() ? [] : [relativeToRoot(path)];
      }
      const matches: string[] = [];
      for await (const entry of glob(pattern, { cwd, withFileTypes: true })) {
        if (!entry.isDirectory()) matches.push(relativeToRoot(join(entry.parentPath, entry.name)));
      }
      return matches.sort();
    },
  };
}

/**
 * Reads a regular file. Checks the type first, because reading a pipe or a device would never end, and opening one can
 * wait for a writer.
 */
async function readRegularFile(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile() && !stats.isDirectory())
    throw Object.assign(new Error(`${path} is a pipe, a socket or a device.`), {
      code: "not a regular file",
    });
  return readFile(path, "utf8");
}

async function undefinedIfMissing<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${String(code ?? error)}).`]);
  }
}
