import "./live.css";
import { useEffect, useState } from "react";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useOnline } from "../../shell/offline.tsx";
import { useConnectionStatus } from "./use-live-notes.tsx";

/** Interruptions shorter than this are not shown. */
const lostDelayMs = 2_000;
const restoredDurationMs = 6_000;

/** Shows that the live connection is lost, and then that it is restored. */
export function ConnectionMessage() {
  const texts = useSharingTexts().connection;
  const status = useConnectionStatus();
  // If the browser is offline, the offline banner says so.
  const isOnline = useOnline();
  const [state, setState] = useState<keyof typeof texts>();

  useEffect(() => {
    if (status === "on") {
      setState((previous) => previous && "restored");
      const timer = setTimeout(() => setState(undefined), restoredDurationMs);
      return () => clearTimeout(timer);
    }
    if (status === "off" || !isOnline) return;
    const timer = setTimeout(() => setState("lost"), lostDelayMs);
    return () => clearTimeout(timer);
  }, [status, isOnline]);

  return (
    <div role="status" className="connection">
      {state && isOnline && <p data-state={state}>{texts[state]}</p>}
    </div>
  );
}
