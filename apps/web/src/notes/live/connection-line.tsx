import "./live.css";
import { useEffect, useState } from "react";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useOnline } from "../../shell/offline.tsx";
import { useStanding } from "./use-live-notes.tsx";

/** In milliseconds: how long a loss lasts before it is said, and how long it is said that it is over. */
const times = { patience: 2_000, mended: 6_000 };

/** Says that the connection is lost, and that it is back. */
export function ConnectionLine() {
  const words = useSharingWords().connection;
  const standing = useStanding();
  // Without a network at all, the page says so above.
  const online = useOnline();
  const [said, setSaid] = useState<keyof typeof words>();

  useEffect(() => {
    if (standing === "on") {
      setSaid((before) => before && "mended");
      const timer = setTimeout(() => setSaid(undefined), times.mended);
      return () => clearTimeout(timer);
    }
    if (standing === "off" || !online) return;
    const timer = setTimeout(() => setSaid("lost"), times.patience);
    return () => clearTimeout(timer);
  }, [standing, online]);

  return (
    <div role="status" className="connection">
      {said && online && <p data-said={said}>{words[said]}</p>}
    </div>
  );
}
