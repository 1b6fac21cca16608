import { logFailedAttempt } from "../database/failed-attempt.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Job } from "../http/wire.ts";
import type { Log } from "../log/log.ts";

export const minuteMs = 60 * 1000;

/**
 * Runs `work` at an interval until it is stopped. A run that takes longer than the interval delays the next one.
 *
 * @param intervalMs the interval
 * @param failureMessage the log message if a run throws; the next run tries again
 * @param firstRun whether the first run starts after the interval or immediately
 * @returns a function that stops the timer and waits for a current run
 */
export function runPeriodically(
  intervalMs: number,
  work: () => Promise<void>,
  log: Log,
  failureMessage: string,
  firstRun: "later" | "at once" = "later",
): () => Promise<void> {
  let currentRun: Promise<void> | undefined;
  const run = () => {
    currentRun ??= work()
      .catch((err: unknown) => logFailedAttempt(log, err, failureMessage))
      .finally(() => {
        currentRun = undefined;
      });
  };
  if (firstRun === "at once") run();
  const timer = setInterval(run, intervalMs);
  // Browser timers are numbers without `unref`, and do not keep a page open.
  timer.unref?.();
  return async () => {
    clearInterval(timer);
    await currentRun;
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
  const abortController = new AbortController();
  const stops = jobs.map(({ name, intervalMs, failureMessage, run }) => {
    const work = async () => void (await run(context, abortController.signal));
    return runPeriodically(
      intervalMs,
      name === undefined ? work : oncePerInterval(database, name, intervalMs, work),
      log,
      failureMessage,
    );
  });
  return async () => {
    abortController.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Limits `work` to one run per interval across all processes on a database. If a process ends, the next one that is due
 * takes over. A row records the last run, because a lock would only last for a transaction behind a pooler.
 *
 * @param name the work's name, which is the same in all processes
 * @param intervalMs the interval at which each process calls the returned function
 */
export function oncePerInterval(
  database: Database,
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  return async () => {
    if (database.engine === "postgres") {
      // Accept a slightly shorter interval: timers are inexact, and the processes' intervals do not start at the same
      // time.
      const intervalSeconds = 0.9 * (intervalMs / 1000);
      const { affected } = await database.query(sql`
        insert into portico.upkeep (work, begun_at) values (${name}, now())
        on conflict (work) do update set begun_at = excluded.begun_at
        where upkeep.begun_at < excluded.begun_at - make_interval(secs => ${intervalSeconds})`);
      if (affected === 0) return;
    }
    await work();
  };
}
