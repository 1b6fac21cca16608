import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The databases of concurrent tests take several hundred megabytes. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Returns a directory in memory that every account may use for temporary files, or undefined if the system has none or
 * too little is free. A new database consists of a thousand files. ext4 does not reuse an inode for five seconds,
 * and checks every recently freed one: after a few databases that takes longer than writing the files.
 */
export function memoryDirectory() {
  const directory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > minFreeBytes ? directory : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a directory for the temporary files of this process and its children, in memory if there is room. It is
 * removed when the process exits; those of killed processes are removed by the next one.
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
    // Another account owns the directory, or it is in use.
  }
}
