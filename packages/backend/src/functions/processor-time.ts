import { readFile } from "node:fs/promises";

/** In milliseconds of processor time for each request, as on the hosted service. */
export const longestWork = 2_000;

/** In milliseconds, between two looks at a process that works on requests. */
const interval = 250;

/** In milliseconds: the kernel counts in hundredths of a second (`getconf CLK_TCK`). */
const tick = 10;

/** In milliseconds of processor time between two looks: a process that takes less has nothing to do. */
const idle = 50;

/**
 * The limit on the processor time that a process may take for its requests. Those that it works on at the same
 * time share their allowances, since a process does not tell for which of them it works. It is watched until it
 * is idle: a caller who has gone does not end the work.
 *
 * Linux alone tells the times of another process without a program of its own; elsewhere there is no limit.
 */
export class ProcessorTime {
  readonly #pid: number;
  readonly #onExceeded: () => void;
  /** The requests under way. */
  #requests = 0;
  /** Those and the ones that have ended since the process was idle. */
  #allowances = 0;
  #atFirst: number | undefined;
  #atLastLook: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, onExceeded: () => void) {
    this.#pid = pid;
    this.#onExceeded = onExceeded;
  }

  /** Counts a request until the function that is returned is called, once. */
  begin(): () => void {
    // The time of those that have ended is not this one's.
    if (this.#requests === 0) this.#rest();
    this.#requests++;
    this.#allowances++;
    this.#timer ??= setInterval(() => void this.#look(), interval).unref();
    return () => {
      this.#requests--;
    };
  }

  async #look(): Promise<void> {
    const time = await timeOf(this.#pid);
    if (time === undefined) return this.#rest();
    this.#atFirst ??= time;
    const isIdle = this.#atLastLook !== undefined && time - this.#atLastLook < idle;
    this.#atLastLook = time;
    if (this.#requests === 0 && isIdle) return this.#rest();
    if (time - this.#atFirst <= this.#allowances * longestWork) return;
    this.#rest();
    this.#onExceeded();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#atFirst = undefined;
    this.#atLastLook = undefined;
    this.#allowances = 0;
  }
}

/** The processor time of a process, in milliseconds (proc_pid_stat(5)). */
async function timeOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name in parentheses may hold blanks. `utime` and `stime` are the fields 14 and 15.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && tick * (Number(fields[11]) + Number(fields[12]));
}
