import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In bytes. The tests' databases take some hundred megabytes at a time. */
const enough = 4 * 1024 ** 3;

/**
 * A directory for temporary files in memory, open to every account; undefined where there is none or little room.
 *
 * A new database is a thousand files. ext4 gives no inode out again for five seconds, and looks at every one
 * that it must not give out: after some databases that takes longer than to write the files.
 */
export function memoryDirectory() {
  const directory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > enough ? directory : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A directory for the temporary files of this process and its children, in memory where that has room. It is
 * removed when the process exits; those of processes that were killed are removed by the next one.
 */
export function temporaryDirectory() {
  const parent = memoryDirectory() ?? tmpdir();
  for (const name of readdirSync(parent)) {
    const [, owner] = name.match(/^portico-run-(\d+)-/) ?? [];
    if (owner && !isRunning(Number(owner))) remove(join(parent, name));
  }
  const directory = mkdtempSync(join(parent, `portico-run-${process.pid}-`));
  process.on("exit", () => remove(directory));
  return directory;
}

/** @param {number} id */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} directory */
function remove(directory) {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // Another account's, or in use.
  }
}
