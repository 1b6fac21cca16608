import { readFile } from "node:fs/promises";

/** In milliseconds of processor time for each request, as on the hosted service. */
export const longestWork = 2_000;

/** In milliseconds, between two looks at a process that works on requests. */
const interval = 250;

/** In milliseconds: the kernel counts in hundredths of a second (`getconf CLK_TCK`). */
const tick = 10;

/** In milliseconds of processor time between two looks: a process that takes less has nothing to do. */
const idle = 50;

/** A process, and what to do with it. */
export interface WatchedProcess {
  readonly pid: number;
  readonly onExceeded: () => void;
  /** Settled when it has answered a question of the server. */
  readonly answers: () => Promise<unknown>;
}

/**
 * The limit on the processor time that a process may take for its requests. Those that it works on at the same
 * time share their allowances, since a process does not tell for which of them it works. It is watched until it
 * is idle: a caller who has gone does not end the work.
 *
 * Linux alone tells the times of another process without a program of its own; elsewhere there is no limit.
 */
export class ProcessorTime {
  readonly #process: WatchedProcess;
  /** The requests under way. */
  #requests = 0;
  /** Those and the ones that have ended since the process was idle. */
  #allowances = 0;
  #atFirst: number | undefined;
  #atLastLook: number | undefined;
  /** The time at which a question was put that is not answered yet. */
  #atQuestion: number | undefined;
  #nextQuestion = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(process: WatchedProcess) {
    this.#process = process;
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
    const now = await statusOf(this.#process.pid);
    if (now === undefined) return this.#rest();
    const { time, isWaiting } = now;
    this.#atFirst ??= time;
    const isIdle = isWaiting && this.#atLastLook !== undefined && time - this.#atLastLook < idle;
    this.#atLastLook = time;
    if (this.#requests === 0 && isIdle) return this.#rest();
    const isStuck = this.#atQuestion !== undefined && time - this.#atQuestion > longestWork;
    if (isStuck || time - this.#atFirst > this.#allowances * longestWork) {
      this.#rest();
      this.#process.onExceeded();
    } else if (time - this.#atFirst > longestWork) this.#question(time);
  }

  /** Many requests have a long time together. A process that answers nothing all the while works for one. */
  #question(time: number): void {
    if (this.#atQuestion !== undefined || time < this.#nextQuestion) return;
    this.#atQuestion = time;
    this.#nextQuestion = time + longestWork;
    void this.#process.answers().then(() => {
      this.#atQuestion = undefined;
    });
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#atFirst = undefined;
    this.#atLastLook = undefined;
    this.#allowances = 0;
  }
}

/** The processor time of a process, in milliseconds, and whether it waits for something to do (proc_pid_stat(5)). */
async function statusOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may hold blanks. The state is the field 3, `utime` and `stime` are 14 and 15.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // On a busy machine a process takes little time while it has much to do.
  return { time: tick * (Number(fields[11]) + Number(fields[12])), isWaiting: fields[0] === "S" };
}
