import { spawnSync } from "node:child_process";

/**
 * Sends SIGTERM to a process and to everything that it has started. `npx` and `npm run` start a program through a shell,
 * which does not pass the signal on. Runs synchronously, so that it can be called while this process exits.
 */
export function stopProcessTree(pid: number): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], {
      stdio: "ignore",
      windowsHide: true,
    });
    return;
  }
  for (const id of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(id, "SIGTERM");
    } catch {
      // Ignore the error, because the process has already ended.
    }
  }
}

/** Returns the processes that a process has started, directly or indirectly. Returns none without the program `ps`. */
function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([pid]);
  let previousSize: number;
  do {
    previousSize = found.size;
    for (const [id = 0, parent = 0] of processes) if (found.has(parent)) found.add(id);
  } while (found.size > previousSize);
  found.delete(pid);
  return [...found];
}
