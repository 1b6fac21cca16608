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
    read: (path) => undefinedIfMissing(path, readRegularFile(root, path)),
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
 * The largest file of a project, such as a migration or a seed. A file's statements are in memory several times, and a file
 * of 300 MB uses it up.
 */
const maxFileBytes = 100 * 1024 * 1024;

/**
 * Reads a regular file. Checks the type first, because reading a pipe or a device would never end, and opening one can
 * wait for a writer.
 */
async function readRegularFile(root: string, path: string): Promise<string> {
  const file = resolve(root, path);
  const stats = await stat(file);
  if (!stats.isFile() && !stats.isDirectory())
    throw Object.assign(new Error(`${path} is a pipe, a socket or a device.`), {
      code: "not a regular file",
    });
  if (stats.size > maxFileBytes)
    throw new ConfigError([
      `${path} has ${Math.ceil(stats.size / 1024 / 1024)} MB; a file of a project may have at most ${maxFileBytes / 1024 / 1024}. Split it, or load the data with psql.`,
    ]);
  return readFile(file, "utf8");
}

async function undefinedIfMissing<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${String(code ?? error)}).`]);
  }
}
