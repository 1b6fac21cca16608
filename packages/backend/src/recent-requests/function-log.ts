import { randomBytes } from "node:crypto";
import type { LogLevel } from "../log/log.ts";
import { WaitQueue } from "./wait-queue.ts";

/** A line that a function has written, or that the server has logged about it. */
export interface FunctionLine {
  readonly id: number;
  /** Unix time in milliseconds. */
  readonly at: number;
  /** The name of the function. */
  readonly function: string;
  readonly level: LogLevel;
  readonly text: string;
}

/** Lines that are newer than a position, the oldest first. */
export interface NewLines {
  readonly lines: readonly FunctionLine[];
  /** The position for the next call. */
  readonly next: string;
}

const maxLines = 1_000;
/** The maximum number of lines in one response. */
const maxReturned = 500;

/** The latest lines of all functions, in memory. */
export class FunctionLog {
  /**
   * Identifies the process in each position. A position from an earlier process is invalid, because its lines are lost.
   */
  readonly #process = randomBytes(6).toString("base64url");
  readonly #lines: FunctionLine[] = [];
  readonly #waiters = new WaitQueue();
  #lastId = 0;

  add(line: Omit<FunctionLine, "id">): void {
    this.#lastId += 1;
    this.#lines.push({ id: this.#lastId, ...line });
    if (this.#lines.length > maxLines) this.#lines.shift();
    this.#waiters.notify();
  }

  /** Waits for lines after a position. Without a position, returns the existing lines immediately. */
  async since(position: string | undefined, signal: AbortSignal): Promise<NewLines> {
    const [process, id] = position?.split(".") ?? [];
    const isFirst = process !== this.#process;
    const previous = isFirst ? 0 : Number(id) || 0;
    const ready = this.#newerThan(previous);
    if (isFirst || ready.lines.length > 0 || this.#waiters.isFull) return ready;
    await this.#waiters.wait(signal);
    return this.#newerThan(previous);
  }

  close(): void {
    this.#waiters.close();
  }

  #newerThan(previous: number): NewLines {
    const lines = this.#lines.filter(({ id }) => id > previous).slice(0, maxReturned);
    return { lines, next: `${this.#process}.${lines.at(-1)?.id ?? previous}` };
  }
}
