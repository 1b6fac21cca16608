import { readdir, readFile } from "node:fs/promises";

/** The clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const tick = 10;

/** Milliseconds of a processor that a process has taken, its threads included (proc(5)). */
export async function ofProcess(pid: number): Promise<number> {
  const { user, system } = await stat(pid);
  return (user + system) * tick;
}

/** Likewise of a process and all that it has started: a PostgreSQL server has one for each connection. */
export async function ofFamily(pid: number): Promise<number> {
  const all = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      // One that has ended meanwhile is among what its parent waited for.
      .map((name) => stat(Number(name)).catch(() => undefined)),
  );
  const children = all.filter((one) => one?.parent === pid);
  const parent = await stat(pid);
  const ticks = children.reduce(
    (sum, child) => sum + (child ? child.user + child.system : 0),
    parent.user + parent.system + parent.waited,
  );
  return ticks * tick;
}

async function stat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may hold blanks.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    user: field(14),
    system: field(15),
    waited: field(16) + field(17),
  };
}
