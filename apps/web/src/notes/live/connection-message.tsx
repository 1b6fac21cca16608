import "./live.css";
import { useEffect, useState } from "react";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useOnline } from "../../shell/offline.tsx";
import { useConnectionStatus } from "./use-live-notes.tsx";

/** A shorter interruption is not shown. */
const lostDelayMs = 2_000;
const restoredDurationMs = 6_000;

/** Shows that the live connection is lost, and then that it is restored. */
export function ConnectionMessage() {
  const words = useSharingWords().connection;
  const status = useConnectionStatus();
  // If the browser is offline, the offline banner says so.
  const online = useOnline();
  const [state, setState] = useState<keyof typeof words>();

  useEffect(() => {
    if (status === "on") {
      setState((before) => before && "restored");
      const timer = setTimeout(() => setState(undefined), restoredDurationMs);
      return () => clearTimeout(timer);
    }
    if (status === "off" || !online) return;
    const timer = setTimeout(() => setState("lost"), lostDelayMs);
    return () => clearTimeout(timer);
  }, [status, online]);

  return (
    <div role="status" className="connection">
      {state && online && <p data-state={state}>{words[state]}</p>}
    </div>
  );
}
