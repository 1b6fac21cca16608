import { readFile } from "node:fs/promises";

/** The hosted service's limit for each request. */
export const maxWorkMs = 2_000;

/** The interval at which a busy process is sampled. */
const sampleIntervalMs = 250;

/** The kernel reports processor time in ticks of 10 ms (`getconf CLK_TCK` is 100). */
const tickMs = 10;

/** A process that uses less processor time than this between two samples is idle. */
const idleMs = 50;

/** A process whose processor time is limited. */
export interface WatchedProcess {
  readonly pid: number;
  readonly onExceeded: () => void;
  /** Resolves when the process has answered a probe. */
  readonly probe: () => Promise<unknown>;
}

/**
 * Limits the processor time that a process may use for its requests. Concurrent requests share their allowances,
 * because the usage of a process cannot be attributed to one of them. The process is sampled until it is idle, since
 * work may continue after its caller has disconnected.
 *
 * Only Linux reports the times of another process without a helper program. On other systems, the time is not limited.
 */
export class ProcessorTime {
  readonly #process: WatchedProcess;
  /** The number of current requests. */
  #requestCount = 0;
  /** The number of requests since the process was last idle. */
  #allowanceCount = 0;
  #firstTimeMs: number | undefined;
  #lastTimeMs: number | undefined;
  /** The processor time at which the unanswered probe was sent. */
  #probedAtMs: number | undefined;
  #nextProbeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(process: WatchedProcess) {
    this.#process = process;
  }

  /** Counts a request until the returned function is called, which must happen once. */
  begin(): () => void {
    // Earlier requests must not count against this one.
    if (this.#requestCount === 0) this.#reset();
    this.#requestCount++;
    this.#allowanceCount++;
    this.#timer ??= setInterval(() => void this.#sample(), sampleIntervalMs).unref();
    return () => {
      this.#requestCount--;
    };
  }

  async #sample(): Promise<void> {
    const status = await statusOf(this.#process.pid);
    if (status === undefined) return this.#reset();
    const { timeMs, isWaiting } = status;
    this.#firstTimeMs ??= timeMs;
    const isIdle =
      isWaiting && this.#lastTimeMs !== undefined && timeMs - this.#lastTimeMs < idleMs;
    this.#lastTimeMs = timeMs;
    if (this.#requestCount === 0 && isIdle) return this.#reset();
    const isStuck = this.#probedAtMs !== undefined && timeMs - this.#probedAtMs > maxWorkMs;
    if (isStuck || timeMs - this.#firstTimeMs > this.#allowanceCount * maxWorkMs) {
      this.#reset();
      this.#process.onExceeded();
    } else if (timeMs - this.#firstTimeMs > maxWorkMs) this.#probe(timeMs);
  }

  /**
   * Probes the process. Many requests have a large allowance together, but a process that answers none of them is
   * stuck.
   */
  #probe(timeMs: number): void {
    if (this.#probedAtMs !== undefined || timeMs < this.#nextProbeMs) return;
    this.#probedAtMs = timeMs;
    this.#nextProbeMs = timeMs + maxWorkMs;
    void this.#process.probe().then(() => {
      this.#probedAtMs = undefined;
    });
  }

  #reset(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#firstTimeMs = undefined;
    this.#lastTimeMs = undefined;
    this.#allowanceCount = 0;
  }
}

/** Returns the processor time of a process, and whether it is sleeping (proc_pid_stat(5)). */
async function statusOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may contain spaces. The state is field 3, `utime` and `stime` are 14 and 15.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // The state shows whether the process is idle. Its time does not, because a busy machine may give it little time
  // although it has work to do.
  return {
    timeMs: tickMs * (Number(fields[11]) + Number(fields[12])),
    isWaiting: fields[0] === "S",
  };
}
