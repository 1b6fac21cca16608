import { logFailedAttempt } from "../database/failed-attempt.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Job } from "../http/wire.ts";
import type { Log } from "../log/log.ts";

export const minuteMs = 60 * 1000;

/**
 * Runs `work` at an interval until it is stopped. A run that takes longer than the interval delays the next one.
 *
 * @param milliseconds the interval
 * @param failure the log message if a run throws; the next run tries again
 * @param first whether the first run starts after the interval or at once
 * @returns a function that stops the timer and waits for a current run
 */
export function periodically(
  milliseconds: number,
  work: () => Promise<void>,
  log: Log,
  failure: string,
  first: "later" | "at once" = "later",
): () => Promise<void> {
  let current: Promise<void> | undefined;
  const run = () => {
    current ??= work()
      .catch((err: unknown) => logFailedAttempt(log, err, failure))
      .finally(() => {
        current = undefined;
      });
  };
  if (first === "at once") run();
  const timer = setInterval(run, milliseconds);
  // Browser timers are numbers without `unref`, and do not keep a page open.
  timer.unref?.();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/**
 * Runs the jobs of a wire.
 *
 * @returns a function that stops them and waits for current runs
 */
export function startJobs<Context>(
  jobs: readonly Job<Context>[],
  context: Context,
  { database, log }: { readonly database: Database; readonly log: Log },
): () => Promise<void> {
  const closing = new AbortController();
  const stops = jobs.map(({ name, intervalMs, failureMessage, run }) => {
    const work = async () => void (await run(context, closing.signal));
    return periodically(
      intervalMs,
      name === undefined ? work : oncePerInterval(database, name, intervalMs, work),
      log,
      failureMessage,
    );
  });
  return async () => {
    closing.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Limits `work` to one run per interval across all processes on a database. If a process ends, the next one to call
 * takes over. A row records the last run, because behind a pooler a lock lasts only for a transaction.
 *
 * @param name the name of the work, the same in all processes
 * @param milliseconds the interval at which each process calls it
 */
export function oncePerInterval(
  database: Database,
  name: string,
  milliseconds: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  return async () => {
    if (database.engine === "postgres") {
      // Timers are inexact, and the intervals of the processes do not start at the same time.
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
