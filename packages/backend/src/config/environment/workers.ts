import { availableParallelism } from "node:os";

/**
 * Parses the number of workers: a number, or `auto` for one per core that this process may use.
 *
 * @returns undefined for anything else
 */
export function readWorkers(text: string): number | undefined {
  if (text === "auto") return availableParallelism();
  const count = Number(text);
  return /^\d{1,4}$/.test(text) && count >= 1 && count <= maxWorkers ? count : undefined;
}

/** No machine has more cores, so a larger number is a mistake. */
export const maxWorkers = 1024;
