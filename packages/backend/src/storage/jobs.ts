import type { StorageContext } from "./context.ts";

/** Work that is done periodically. */
export interface Job {
  /** The name under which the processes on a database agree on who runs the job. Undefined if each of them does. */
  readonly name: string | undefined;
  readonly intervalMs: number;
  /** The log message for a failed run. */
  readonly failureMessage: string;
  run(context: Pick<StorageContext, "database" | "files" | "unfinished" | "log">): Promise<unknown>;
}

export const hourMs = 60 * 60 * 1000;

export const jobs: readonly Job[] = [
  {
    // Unfinished uploads are on the machine that receives them.
    name: undefined,
    intervalMs: hourMs,
    failureMessage: "expired uploads could not be removed",
    run: ({ unfinished }) => unfinished.removeExpired(),
  },
];
