import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Returns the ids of the running child processes of a process. */
export async function childrenOf(parent: number | undefined): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,stat="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, ppid, state = ""] = line.trim().split(/\s+/);
    return Number(ppid) === parent && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}
