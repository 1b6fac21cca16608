import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "./directory-lock.ts";

const prefix = "portico-memory-";

/** Younger directories are kept, because another process may be about to lock them. */
const defaultMinAgeMs = 60 * 1000;

/** A directory that only this process uses. It is removed when the process ends. */
export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Creates a directory in the system's folder for temporary files. A killed process leaves its directory behind, so this
 * function also removes the directories of processes that have ended.
 */
export async function createTemporaryDirectory(): Promise<TemporaryDirectory> {
  void removeAbandoned(tmpdir()).catch(() => {});
  const path = await mkdtemp(join(tmpdir(), prefix));
  const unlock = await lockDirectory(path);
  return {
    path,
    remove: async () => {
      await unlock();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Removes this user's directories that no process has locked. */
export async function removeAbandoned(folder: string, minAgeMs = defaultMinAgeMs): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    // Skip what another user may have created under such a name, for example a symbolic link.
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) continue;
    if (Date.now() - stats.mtimeMs < minAgeMs) continue;
    try {
      const unlock = await lockDirectory(path);
      await unlock();
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
    }
  }
}
