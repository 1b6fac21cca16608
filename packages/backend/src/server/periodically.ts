import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Log } from "../log/log.ts";

/** In milliseconds. */
export const aMinute = 60 * 1000;

/**
 * Repeats some work at intervals, until it is stopped.
 *
 * @param milliseconds between two runs; a longer run is awaited
 * @param failure the log's message when the work throws; the next run tries again
 * @param first when the first run is: after that time, unless it is at once
 * @returns the function that stops it, once a run under way is done
 */
export function periodically(
  milliseconds: number,
  work: () => Promise<void>,
  log: Log,
  failure: string,
  first: "later" | "at once" = "later",
): () => Promise<void> {
  let current = Promise.resolve();
  const run = () => {
    current = current.then(work).catch((err: unknown) => log.error({ err }, failure));
  };
  if (first === "at once") run();
  const timer = setInterval(run, milliseconds);
  // Browsers have no such method: a page ends whatever runs in it.
  timer.unref?.();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/**
 * Work that one process of several on a database does for all, once in each interval. When it ends, whichever
 * comes next takes over. A row says when it was done last: a pooler keeps no lock longer than a transaction.
 *
 * @param name of the work, the same in all processes
 * @param milliseconds the interval at which each process calls it
 */
export function forAll(
  database: Database,
  name: string,
  milliseconds: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  return async () => {
    if (database.engine === "postgres") {
      // Timers are not exact, and the clocks of processes do not begin together.
      const interval = 0.9 * (milliseconds / 1000);
      const { affected } = await database.query(sql`
        insert into portico.upkeep (work, begun_at) values (${name}, now())
        on conflict (work) do update set begun_at = excluded.begun_at
        where upkeep.begun_at < excluded.begun_at - make_interval(secs => ${interval})`);
      if (affected === 0) return;
    }
    await work();
  };
}
