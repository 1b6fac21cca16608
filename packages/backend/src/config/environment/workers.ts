import { availableParallelism } from "node:os";

/**
 * Reads how many processes are to serve: a number, or `auto` for one for each core that this process may use.
 *
 * @returns undefined for anything else
 */
export function readWorkers(text: string): number | undefined {
  if (text === "auto") return availableParallelism();
  const count = Number(text);
  return /^\d{1,4}$/.test(text) && count >= 1 && count <= mostWorkers ? count : undefined;
}

/** More than any machine has cores: a number beyond is a mistake. */
export const mostWorkers = 1024;
