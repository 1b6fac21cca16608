import { availableParallelism } from "node:os";
import { variables, workerCount } from "../config/environment/variables.ts";
import type { ServerOptions } from "../server/options.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Returns the number of workers that `--workers` or `PORTICO_WORKERS` requests, or undefined if this process serves
 * alone.
 *
 * @throws {UsageError}
 */
export function countWorkers(
  option: string | undefined,
  storage: ServerOptions["storage"],
): number | undefined {
  const name = option === undefined ? "PORTICO_WORKERS" : "--workers";
  const requested =
    option === undefined ? variables.workers.read(process.env) : parseWorkers(option);
  if (requested === undefined) return undefined;
  const count = requested === "auto" ? availableParallelism() : requested;
  if ("url" in storage) return count;
  if (count === 1) return undefined;
  throw new UsageError(
    `${name} needs a PostgreSQL server in DATABASE_URL. The embedded database supports one process only.`,
  );
}

function parseWorkers(text: string): number | "auto" {
  const count = workerCount.parse(text);
  if (count !== undefined) return count;
  throw new UsageError(`--workers must ${workerCount.requirement}, not "${text}".`);
}
