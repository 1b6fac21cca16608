import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type CronJob, getRuns, type JobRun, runJob, setJobActive } from "../api/jobs.ts";
import { formatDateTime, formatMilliseconds } from "../export/units.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";

const pollMs = 1_000;

/** Lists the jobs of pg_cron. */
export function CronSection({
  jobs,
  onChange,
}: {
  readonly jobs: readonly CronJob[] | null;
  readonly onChange: () => Promise<unknown>;
}) {
  const id = useId();
  const [openJob, setOpenJob] = useState<CronJob | null>(null);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Scheduled jobs</h2>
      {jobs === null && (
        <p className="quiet">
          pg_cron is not installed. A migration with <code>create extension pg_cron</code> installs
          it.
        </p>
      )}
      {jobs?.length === 0 && (
        <p className="quiet">
          There are none. <code>cron.schedule</code> creates one.
        </p>
      )}
      {jobs && jobs.length > 0 && (
        <ul className="rows">
          {jobs.map((job) => (
            <CronItem key={job.id} job={job} onChange={onChange} onOpen={() => setOpenJob(job)} />
          ))}
        </ul>
      )}
      {openJob && <RunsDialog job={openJob} onClose={() => setOpenJob(null)} />}
    </section>
  );
}

const titleOf = ({ name, id }: CronJob) => name ?? `Job ${id}`;

function CronItem({
  job,
  onChange,
  onOpen,
}: {
  readonly job: CronJob;
  readonly onChange: () => Promise<unknown>;
  readonly onOpen: () => void;
}) {
  const toasts = useToasts();
  const { id, schedule, command, isActive, nextRunAt, lastRun } = job;
  const title = titleOf(job);
  const perform = (action: () => Promise<unknown>) => () =>
    void action().then(onChange).catch(toasts.fail);
  return (
    <li>
      <div className="row-main">
        <h3>
          <bdi>{title}</bdi>
          {!isActive && <span className="tag">paused</span>}
          {lastRun?.status === "failed" && <span className="tag tag-danger">failed</span>}
          {lastRun?.status === "running" && <span className="tag">running</span>}
        </h3>
        <code className="row-code" title={command}>
          {command}
        </code>
        <span className="quiet">
          <code>{schedule}</code>
          {nextRunAt ? `, next ${formatDateTime(nextRunAt)}` : ""}
          {lastRun ? `, ${runText(lastRun)}` : ", has not run yet"}
        </span>
        {lastRun?.status === "failed" && <p className="row-problem">{lastRun.message}</p>}
      </div>
      <span className="button-row">
        <button type="button" className="button button-small" onClick={perform(() => runJob(id))}>
          Run now<span className="visually-hidden"> ({title})</span>
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={perform(() => setJobActive(id, !isActive))}
        >
          {isActive ? "Pause" : "Resume"}
          <span className="visually-hidden"> ({title})</span>
        </button>
        <button
          type="button"
          className="button button-small"
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          Runs<span className="visually-hidden"> of {title}</span>
        </button>
      </span>
    </li>
  );
}

function runText({ status, startedAt, durationMs }: JobRun): string {
  const time = startedAt ? ` ${formatDateTime(startedAt)}` : "";
  const duration = durationMs === null ? "" : ` in ${formatMilliseconds(durationMs)}`;
  return `last run ${status}${time}${duration}`;
}

function RunsDialog({ job, onClose }: { readonly job: CronJob; readonly onClose: () => void }) {
  const runs = useQuery({
    queryKey: ["runs", job.id],
    queryFn: () => getRuns(job.id),
    refetchInterval: pollMs,
  });
  return (
    <Dialog title={`Runs of ${titleOf(job)}`} className="dialog-side" onClose={onClose}>
      {() => (
        <div className="request-details">
          <pre className="definition">
            <code>{job.command}</code>
          </pre>
          {runs.isError && <Failure error={runs.error} onRetry={() => void runs.refetch()} />}
          {runs.data?.runs.length === 0 && <p className="quiet">It has not run yet.</p>}
          <ul className="rows">
            {(runs.data?.runs ?? []).map(({ id, status, message, startedAt, durationMs }) => (
              <li key={id}>
                <div className="row-main">
                  <span className={status === "failed" ? "row-problem" : ""}>
                    {status}
                    {message && message !== "ok" ? `: ${message}` : ""}
                  </span>
                  <span className="quiet">
                    {startedAt && formatDateTime(startedAt)}
                    {durationMs === null ? "" : `, ${formatMilliseconds(durationMs)}`}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
