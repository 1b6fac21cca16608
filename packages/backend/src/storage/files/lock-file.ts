import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";

/** In milliseconds: how often a holder shows that it is alive, and looks whether another one waits. */
const beat = 500;

/** In milliseconds: a holder that has not shown itself for so long is gone. */
const longestSilence = 20_000;

/** The machine, as far as the processes that share a directory can tell it. */
export const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** A lock that all processes see which share a directory. */
export interface LockFile {
  release(): Promise<void>;
}

/**
 * Takes a lock. Its holder is asked to release it when another one waits.
 *
 * @param onAsked called at each beat while another one waits
 * @returns undefined when another process has it
 */
export async function tryLock(path: string, onAsked: () => void): Promise<LockFile | undefined> {
  const own = `${machine} ${process.pid} ${randomUUID()}`;
  try {
    await using file = await open(path, "wx", 0o600);
    await file.writeFile(own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
  // A question that came too late was for the holder before.
  await rm(askedFile(path), { force: true });
  const timer = setInterval(async () => {
    const now = new Date();
    const isHeld = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (!isHeld || (await stat(askedFile(path)).catch(() => undefined))) onAsked();
  }, beat);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      // A process that was silent for too long may have lost it.
      const isOwn = (await readFile(path, "utf8").catch(() => "")) === own;
      if (isOwn) await rm(path, { force: true });
    },
  };
}

/** Asks the holder of a lock to release it. */
export async function askForLock(path: string): Promise<void> {
  await writeFile(askedFile(path), "", { mode: 0o600 });
}

const askedFile = (path: string) => `${path}.asked`;

/** True when the holder of a lock is gone without releasing it. */
export async function isAbandoned(path: string): Promise<boolean> {
  const [found, text] = await Promise.all([
    stat(path).catch(() => undefined),
    readFile(path, "utf8").catch(() => ""),
  ]);
  if (!found) return false;
  if (found.mtimeMs < Date.now() - longestSilence) return true;
  const [writer, pid] = text.split(" ");
  return writer === machine && !isRunning(Number(pid));
}

/** True when this machine has a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
