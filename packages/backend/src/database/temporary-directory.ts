import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "./directory-lock.ts";

const prefix = "portico-memory-";

/** In milliseconds. What is younger may be about to be locked. */
const aMinute = 60 * 1000;

/** A directory of this process's own, which goes with it. */
export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Makes a directory for what is not to be kept, below the system's own for such things. A process
 * that is killed leaves its directory behind; this takes away those of others that are gone.
 */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
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

/** Removes the directories below a folder that nobody has locked, and that are this user's. */
export async function removeAbandoned(folder: string, youngest = aMinute): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    // Another user may have put anything there by that name, a link to elsewhere among it.
    const stat = await lstat(path).catch(() => undefined);
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    if (Date.now() - stat.mtimeMs < youngest) continue;
    try {
      const unlock = await lockDirectory(path);
      await unlock();
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
    }
  }
}
