import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";

/** The interval at which a holder updates the lock and checks whether another process waits for it. */
const heartbeatMs = 500;

/** A holder that has not updated the lock for this long is dead. */
const timeoutMs = 20_000;

/** Identifies this machine to the other processes that share a directory. */
export const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** A lock between all processes that share a directory. */
export interface LockFile {
  release(): Promise<void>;
}

/**
 * Takes a lock unless another process holds it.
 *
 * @param onReleaseRequested called at each heartbeat while another process waits for the lock
 * @returns undefined when another process holds the lock
 */
export async function tryLock(
  path: string,
  onReleaseRequested: () => void,
): Promise<LockFile | undefined> {
  const ownText = `${machine} ${process.pid} ${randomUUID()}`;
  try {
    await using file = await open(path, "wx", 0o600);
    await file.writeFile(ownText);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
  // The request may have been meant for the previous holder, so remove it.
  await rm(releaseRequestFile(path), { force: true });
  const timer = setInterval(async () => {
    const now = new Date();
    const isHeld = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (!isHeld || (await stat(releaseRequestFile(path)).catch(() => undefined)))
      onReleaseRequested();
  }, heartbeatMs);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      // A process that was suspended for too long may have lost the lock.
      const isOwn = (await readFile(path, "utf8").catch(() => "")) === ownText;
      if (isOwn) await rm(path, { force: true });
    },
  };
}

/** Asks the holder of a lock to release it. */
export async function requestLock(path: string): Promise<void> {
  await writeFile(releaseRequestFile(path), "", { mode: 0o600 });
}

const releaseRequestFile = (path: string) => `${path}.asked`;

/** Returns whether the holder of a lock died without releasing it. */
export async function isAbandoned(path: string): Promise<boolean> {
  const [stats, text] = await Promise.all([
    stat(path).catch(() => undefined),
    readFile(path, "utf8").catch(() => ""),
  ]);
  if (!stats) return false;
  if (stats.mtimeMs < Date.now() - timeoutMs) return true;
  const [writer, pid] = text.split(" ");
  return writer === machine && !isRunning(Number(pid));
}

/** Returns whether a process that wrote something has ended. Processes of other machines cannot be checked. */
export function hasWriterEnded(
  writer: { readonly machine: string; readonly pid: number },
  writtenAt: number,
): boolean {
  if (writer.machine !== machine) return false;
  // In a container, the process has the same id after every restart, so compare times.
  if (writer.pid === process.pid) return writtenAt < Date.now() - process.uptime() * 1000;
  return !isRunning(writer.pid);
}

/** Returns whether a process with this id runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
