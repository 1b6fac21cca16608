import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { getTime, setClock, setTrouble, type TimeStatus, timeKey } from "../api/time.ts";
import { formatDuration } from "../export/units.ts";
import { useToasts } from "./toasts.tsx";

const pollMs = 5_000;

/** Warns on every screen while the clock is shifted or failures are simulated, with a button that undoes both. */
export function TimeMark() {
  const client = useQueryClient();
  const toasts = useToasts();
  const time = useQuery({ queryKey: timeKey, queryFn: getTime, refetchInterval: pollMs });
  const reset = useMutation({
    mutationFn: async () => {
      await setTrouble({});
      return setClock(0);
    },
    onSuccess: (status) => client.setQueryData(timeKey, status),
    onError: toasts.fail,
  });
  const warnings = time.data ? describeWarnings(time.data) : [];
  return (
    <div className="time-mark" role="status">
      {warnings.length > 0 && (
        <div className="message-warning time-mark-content">
          <p>
            {warnings.join(" ")} <Link to="/time">Details</Link>
          </p>
          <button type="button" className="button button-small" onClick={() => reset.mutate()}>
            Undo
          </button>
        </div>
      )}
    </div>
  );
}

/** Returns a sentence for each difference from the server's normal state. */
function describeWarnings({ offsetMs, trouble }: TimeStatus): readonly string[] {
  const { delay, mailDelay, mailRefused, providersDown, rateLimited } = trouble;
  const direction = offsetMs > 0 ? "ahead" : "back";
  return [
    offsetMs === 0 ? "" : `The clock is ${formatDuration(offsetMs)} ${direction}.`,
    delay ? `Responses take ${formatDuration(delay)} longer.` : "",
    mailDelay ? `Messages take ${formatDuration(mailDelay)} longer.` : "",
    mailRefused ? "The mail server refuses messages." : "",
    providersDown ? "Social providers are down." : "",
    rateLimited ? "All requests exceed the rate limits." : "",
  ].filter((warning) => warning !== "");
}
