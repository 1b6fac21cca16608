import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { hasTable } from "../has-table.ts";

/** One execution of a job. */
export interface JobRun {
  readonly id: number;
  readonly status: string;
  /** `ok`, or PostgreSQL's message. */
  readonly message: string | null;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
}

/** A job of `cron.job` with its latest run. */
export interface CronJob {
  readonly id: number;
  readonly name: string | null;
  readonly schedule: string;
  readonly command: string;
  readonly isActive: boolean;
  readonly user: string;
  readonly lastRun: JobRun | null;
}

const maxJobs = 200;
const maxRuns = 50;
const maxCommandCharacters = 2_000;
const maxMessageCharacters = 1_000;

const run = sql`
  jsonb_build_object(
    'id', run.runid, 'status', run.status, 'message', left(run.return_message, ${maxMessageCharacters}),
    'startedAt', run.start_time,
    'durationMs', round(extract(epoch from run.end_time - run.start_time) * 1000))`;

/** Returns the jobs, or undefined without pg_cron. */
export async function loadCronJobs(database: Connection): Promise<readonly CronJob[] | undefined> {
  if (!(await hasTable(database, "cron.job"))) return undefined;
  const { rows } = await database.query<CronJob>(sql`
    select job.jobid::float8 as id, job.jobname as name, job.schedule,
      left(job.command, ${maxCommandCharacters}) as command, job.active as "isActive",
      job.username as user,
      (
        select ${run} from cron.job_run_details as run
        where run.jobid = job.jobid order by run.runid desc limit 1
      ) as "lastRun"
    from cron.job
    order by job.jobid limit ${maxJobs}`);
  return rows;
}

/** Returns a job's latest runs, the newest first. */
export async function loadRuns(database: Connection, id: number): Promise<readonly JobRun[]> {
  const { rows } = await database.query<{ readonly run: JobRun }>(sql`
    select ${run} as run from cron.job_run_details as run
    where run.jobid = ${id}::bigint order by run.runid desc limit ${maxRuns}`);
  return rows.map((row) => row.run);
}

/** Pauses or resumes a job. Returns whether it exists. */
export async function setActive(
  database: Connection,
  id: number,
  isActive: boolean,
): Promise<boolean> {
  const { affected } = await database.query(sql`
    update cron.job set active = ${isActive} where jobid = ${id}::bigint`);
  return affected > 0;
}
