import { readdir, readFile } from "node:fs/promises";

/** A clock tick in /proc is 10 ms on every Linux that Node supports (USER_HZ is 100). */
const tickMs = 10;

/** Returns the processor milliseconds of a process, including its threads (proc(5)). */
export async function processCpuMs(pid: number): Promise<number> {
  const { user, system } = await readStat(pid);
  return (user + system) * tickMs;
}

/** Returns the processor milliseconds of a process and its descendants: PostgreSQL has one process per connection. */
export async function processTreeCpuMs(pid: number): Promise<number> {
  const stats = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      // Ignore a process that has ended, because its parent's times include it.
      .map((name) => readStat(Number(name)).catch(() => undefined)),
  );
  const childStats = stats.filter((stat) => stat?.parent === pid);
  const parentStat = await readStat(pid);
  const totalTicks = childStats.reduce(
    (sum, child) => sum + (child ? child.user + child.system : 0),
    parentStat.user + parentStat.system + parentStat.reaped,
  );
  return totalTicks * tickMs;
}

async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  // The program's name, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (index: number) => Number(fields[index - 3]);
  return {
    parent: field(4),
    user: field(14),
    system: field(15),
    reaped: field(16) + field(17),
  };
}
