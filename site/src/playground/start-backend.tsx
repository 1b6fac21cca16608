import { useEffect, useRef, useState } from "react";
import { type Backend, startBackend } from "./backend.ts";

type Phase =
  | { readonly name: "idle" | "starting" }
  | { readonly name: "running"; readonly seconds: number }
  | { readonly name: "failed"; readonly reason: string };

/** Renders the button that loads the backend, then the progress, and finally the duration. */
export function StartBackend({ onStarted }: { onStarted: (backend: Backend) => void }) {
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  const downloadedSize = useDownloadedSize(phase.name === "starting");
  const status = useRef<HTMLSpanElement>(null);

  const start = async () => {
    // The button is about to disappear, so the focus moves to the status.
    status.current?.focus();
    setPhase({ name: "starting" });
    const startedAt = performance.now();
    try {
      const backend = await startBackend();
      setPhase({ name: "running", seconds: (performance.now() - startedAt) / 1000 });
      onStarted(backend);
    } catch (error) {
      console.error(error);
      setPhase({ name: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <>
      <span role="status" tabIndex={-1} ref={status}>
        {phase.name === "starting" && (
          <>
            Starting PostgreSQL and the backend … <progress aria-label="Starting" />{" "}
            <small aria-hidden="true">{downloadedSize}</small>
          </>
        )}
        {phase.name === "running" &&
          `The backend runs in this tab: ${downloadedSize}, started in ${phase.seconds.toFixed(1)} s.`}
      </span>
      {(phase.name === "idle" || phase.name === "failed") && (
        <button type="button" className="main" onClick={start}>
          Start the backend
        </button>
      )}
      {phase.name === "failed" && (
        <span role="alert">The backend could not be started: {phase.reason}</span>
      )}
    </>
  );
}

/** Returns, as text, how many compressed bytes the page has downloaded while `isCounting`. */
function useDownloadedSize(isCounting: boolean): string {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    if (!isCounting) return;
    const observer = new PerformanceObserver((list) => {
      const sizes = list
        .getEntries()
        .map((item) => (item as PerformanceResourceTiming).encodedBodySize);
      setBytes((sum) => sizes.reduce((a, b) => a + b, sum));
    });
    observer.observe({ type: "resource" });
    return () => observer.disconnect();
  }, [isCounting]);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
