import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getTime, timeKey } from "../api/time.ts";
import { Failure } from "../shell/failure.tsx";
import { ClockSection } from "./clock-section.tsx";
import { SnapshotsSection } from "./snapshots-section.tsx";
import { TroubleSection } from "./trouble-section.tsx";

/** Shows the clock, the simulated failures, the sandbox and the snapshots. */
export default function TimeScreen() {
  const time = useQuery({ queryKey: timeKey, queryFn: getTime });
  useEffect(() => {
    document.title = "Time – Desk";
  }, []);
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Time</h1>
      </header>
      <div className="page-scroll report">
        {time.isPending && <p className="quiet">Loading …</p>}
        {time.isError && <Failure error={time.error} onRetry={() => void time.refetch()} />}
        {time.data && (
          <>
            <ClockSection status={time.data} readAt={time.dataUpdatedAt} />
            <TroubleSection status={time.data} />
          </>
        )}
        <SnapshotsSection />
      </div>
    </main>
  );
}
