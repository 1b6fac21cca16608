import { existsSync, watch } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Git removes the lock of the index shortly before it writes the new HEAD. */
const settleMs = 50;
const pollIntervalMs = 25;
/** The lock of a killed git process must not block a switch forever. */
const maxLockMs = 10_000;

/** Returns the folder of the git repository or worktree that contains a folder, or undefined if there is none. */
export async function findGitFolder(folder: string): Promise<string | undefined> {
  for (let directory = resolve(folder); ; directory = dirname(directory)) {
    const path = join(directory, ".git");
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory()) return path;
    // In a worktree or submodule, `.git` is a file (git-worktree(1), "DETAILS").
    const [, target] = stats ? (/^gitdir: (.+)$/m.exec(await readFile(path, "utf8")) ?? []) : [];
    if (target) return resolve(directory, target.trim());
    if (dirname(directory) === directory) return undefined;
  }
}

/** Returns the branch that is checked out, or undefined if HEAD is detached, as it is during a rebase. */
export async function readGitBranch(gitFolder: string): Promise<string | undefined> {
  const head = await readFile(join(gitFolder, "HEAD"), "utf8").catch(() => "");
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  // With the reftable format, the file contains this constant instead of the branch.
  return branch === ".invalid" ? undefined : branch;
}

/** Returns the branch before the last checkout, according to the log of HEAD. */
export async function readPreviousBranch(gitFolder: string): Promise<string | undefined> {
  const log = await readFile(join(gitFolder, "logs/HEAD"), "utf8").catch(() => "");
  const line = log.split("\n").findLast((entry) => entry.includes("\tcheckout: moving from "));
  const [, branch] = /\tcheckout: moving from (\S+) to /.exec(line ?? "") ?? [];
  // A detached HEAD has no branch. The log contains its commit instead.
  return branch !== undefined && /^[0-9a-f]{40,64}$/.test(branch) ? undefined : branch;
}

/** Waits until git has written the files of a checkout, and HEAD after them. */
export async function waitForGit(gitFolder: string): Promise<void> {
  const lock = join(gitFolder, "index.lock");
  const deadline = performance.now() + maxLockMs;
  while (existsSync(lock) && performance.now() < deadline) await sleep(pollIntervalMs);
  await sleep(settleMs);
}

/**
 * Calls `onChange` when another branch may have been checked out.
 *
 * @returns a function that stops watching
 */
export function watchHead(gitFolder: string, onChange: () => void): () => void {
  // Git replaces the file, so watch its folder.
  const watcher = watch(gitFolder, (_, name) => {
    if (name === "HEAD") onChange();
  });
  watcher.on("error", () => watcher.close());
  return () => watcher.close();
}
