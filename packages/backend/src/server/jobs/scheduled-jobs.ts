import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Part, ServerContext } from "../part.ts";
import { parseSchedule, type Schedule } from "./schedule.ts";

interface Job {
  readonly id: number;
  readonly command: string;
  readonly schedule: Schedule;
  readonly belongsToOwner: boolean;
}

const maxStatementMs = 10 * 60 * 1000;

/** The advisory lock class of jobs. The second key is the job's id, so that a job never overlaps itself in any process. */
const jobLock = sql`7076022`;

/** The jobs of `cron.job`. */
export interface ScheduledJobs extends Part {
  /** Starts a job immediately, even a paused one, and records the run. */
  runNow(id: number): Promise<"begun" | "running" | "unknown">;
}

/**
 * Runs the jobs of `cron.job`. Sets a timer only if there are jobs, because a notification arrives when the table
 * changes. If several processes share a database, the first process that claims a due time runs the job.
 */
export function createScheduledJobs({
  database: sharedDatabase,
  options,
}: Pick<ServerContext, "database" | "options">): ScheduledJobs {
  const { log, worker } = options;
  const startedAt = worker?.begun ?? Date.now();
  const database = sharedDatabase.withLimits({ connections: 1, maxStatementMs });
  const running = new Map<number, Promise<void>>();
  const lastRuns = new Map<number, number>();
  let jobs: readonly Job[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastMinute = startOfMinute(Date.now());
  let isFirstLoad = true;
  let isClosed = false;

  const reloadJobs = async () => {
    jobs = (await hasJobs()) ? await loadJobs(database) : [];
    if (isFirstLoad) for (const job of jobs) if (job.schedule.kind === "start") run(job, startedAt);
    isFirstLoad = false;
    const isNeeded = jobs.length > 0 && !isClosed;
    if (isNeeded && !timer) {
      lastMinute = startOfMinute(Date.now());
      timer = setInterval(tick, 1000).unref();
    }
    if (!isNeeded) {
      clearInterval(timer);
      timer = undefined;
    }
  };
  /** Returns whether Portico's own `cron` schema is installed: a PostgreSQL server may have pg_cron itself. */
  const hasJobs = async () =>
    (await database.query(sql`select where to_regclass('cron._claims') is not null`)).rows.length >
    0;

  const tick = () => {
    const now = Date.now();
    const minute = startOfMinute(now);
    const isNewMinute = minute > lastMinute;
    lastMinute = minute;
    for (const job of jobs) {
      const { schedule, id } = job;
      if (schedule.kind === "interval") {
        const lastRunAt = lastRuns.get(id) ?? 0;
        // If the clock was set back, the last run is in the future.
        const isDue = now >= lastRunAt + schedule.intervalMs || now < lastRunAt;
        if (isDue) run(job, Math.floor(now / schedule.intervalMs) * schedule.intervalMs);
      } else if (schedule.kind === "minutes" && isNewMinute) {
        if (schedule.matches(new Date(minute))) run(job, minute);
      }
    }
  };

  const run = (job: Job, dueAt: number) => {
    if (running.has(job.id) || isClosed) return;
    lastRuns.set(job.id, dueAt);
    const currentRun = runClaimed(job, dueAt)
      .catch((err: unknown) => log.error({ err }, `the scheduled job ${job.id} could not be run`))
      .finally(() => running.delete(job.id));
    running.set(job.id, currentRun);
  };

  const runClaimed = async ({ id, command, belongsToOwner }: Job, dueAt: number) => {
    const { affected } = await database.query(sql`
      insert into cron._claims (jobid, due)
      select ${id}::bigint, ${new Date(dueAt)}::timestamptz
      where pg_try_advisory_xact_lock(${jobLock}, ${id}::int)
      on conflict (jobid) do update set due = excluded.due
      where _claims.due < excluded.due or _claims.due > excluded.due + interval '10 minutes'`);
    if (affected === 0) return;
    const { rows } = await database.query<{ runid: number }>(sql`
      insert into cron.job_run_details (jobid, job_pid, database, username, command, status, start_time)
      select jobid, pg_backend_pid(), database, username, command, 'running', clock_timestamp()
      from cron.job where jobid = ${id}
      returning runid`);
    const runid = rows[0]?.runid;
    if (runid === undefined) return;
    const failure = belongsToOwner
      ? await execute(id, command)
      : "only jobs of the database's owner are run here";
    await database.query(sql`
      update cron.job_run_details
      set status = ${failure === undefined ? "succeeded" : "failed"},
        return_message = ${failure ?? "ok"}, end_time = clock_timestamp()
      where runid = ${runid}`);
    await database.query(sql`
      delete from cron.job_run_details where jobid = ${id} and start_time < now() - interval '7 days'`);
  };

  /** Runs the command of a job, and returns PostgreSQL's error message if it fails. */
  const execute = async (id: number, command: string): Promise<string | undefined> => {
    try {
      // VACUUM cannot run inside a transaction.
      if (/^\s*vacuum\b/i.test(command)) await database.script(command);
      else
        await database.transaction(
          async (connection) => {
            await connection.query(sql`select pg_advisory_xact_lock(${jobLock}, ${id}::int)`);
            await connection.script(command);
          },
          { runsProjectCode: true },
        );
      return undefined;
    } catch (error) {
      if (error instanceof DatabaseError) return `ERROR: ${error.message}`;
      throw error;
    }
  };

  const reload = () =>
    void reloadJobs().catch((err) => log.error({ err }, "the jobs could not be read"));
  const listening = sharedDatabase.listen("portico_cron", reload).catch((err: unknown) => {
    log.error({ err }, "new jobs wait for the next start");
    return async () => {};
  });
  // Read the jobs as soon as the backend listens, because it was not notified of jobs that were scheduled earlier.
  listening.then(reload);
  return {
    runNow: async (id) => {
      if (running.has(id)) return "running";
      const [job] = (await hasJobs()) ? await loadJobs(database, id) : [];
      if (!job) return "unknown";
      run(job, Date.now());
      return "begun";
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await (await listening)().catch(() => {});
      await Promise.race([Promise.all(running.values()), sleep(2000, undefined, { ref: false })]);
    },
  };
}

/** @param id the job to load, even if it is paused. By default, all active jobs are loaded */
async function loadJobs(database: Connection, id: number | null = null): Promise<Job[]> {
  const { rows } = await database.query<{
    id: number;
    schedule: string;
    command: string;
    is_owners: boolean;
  }>(sql`
    select jobid as id, schedule, command,
      username in (current_user, 'postgres', 'supabase_admin') as is_owners
    from cron.job
    where case when ${id}::bigint is null then active else jobid = ${id}::bigint end
      and database in (current_database(), 'postgres')
    order by jobid`);
  return rows.flatMap(({ id: jobId, schedule: text, command, is_owners: belongsToOwner }) => {
    const schedule = parseSchedule(text);
    return schedule ? [{ id: jobId, command, schedule, belongsToOwner }] : [];
  });
}

const startOfMinute = (timeMs: number) => Math.floor(timeMs / 60_000) * 60_000;
