import type { Job } from "../http/wire.ts";
import type { StorageContext } from "./context.ts";

export const hourMs = 60 * 60 * 1000;

export const jobs: readonly Job<Pick<StorageContext, "unfinished">>[] = [
  {
    // The job has no name, because every machine has to run it: unfinished uploads are on the machine that received
    // them.
    name: undefined,
    intervalMs: hourMs,
    failureMessage: "expired uploads could not be removed",
    run: ({ unfinished }) => unfinished.removeExpired(),
  },
];
