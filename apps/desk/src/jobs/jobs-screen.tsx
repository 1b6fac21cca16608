import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getJobs } from "../api/jobs.ts";
import { Failure } from "../shell/failure.tsx";
import { CronSection } from "./cron-section.tsx";
import { QueuesSection } from "./queues-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

const pollMs = 3_000;

/** Shows the jobs of pg_cron, the queues of pgmq and the webhooks. */
export default function JobsScreen() {
  const jobs = useQuery({ queryKey: ["jobs"], queryFn: getJobs, refetchInterval: pollMs });
  useEffect(() => {
    document.title = "Jobs – Desk";
  }, []);
  const reload = () => jobs.refetch();
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Jobs</h1>
      </header>
      <div className="page-scroll report">
        {jobs.isPending && <p className="quiet">Loading …</p>}
        {jobs.isError && <Failure error={jobs.error} onRetry={() => void reload()} />}
        {jobs.data && (
          <>
            <CronSection jobs={jobs.data.cron} onChange={reload} />
            <QueuesSection queues={jobs.data.queues} onChange={reload} />
            <WebhooksSection data={jobs.data.webhooks} />
          </>
        )}
      </div>
    </main>
  );
}
