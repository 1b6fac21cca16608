import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { getTime, setClock, setTrouble, type TimeStatus, timeKey } from "../api/time.ts";
import { durationText } from "../export/units.ts";
import { useToasts } from "./toasts.tsx";

const pollMs = 5_000;

/** Reminds of a clock that was moved and of failures that are switched on, on every screen, and ends them. */
export function TimeMark() {
  const client = useQueryClient();
  const toasts = useToasts();
  const time = useQuery({ queryKey: timeKey, queryFn: getTime, refetchInterval: pollMs });
  const end = useMutation({
    mutationFn: async () => {
      await setTrouble({});
      return setClock(0);
    },
    onSuccess: (status) => client.setQueryData(timeKey, status),
    onError: toasts.fail,
  });
  const marks = time.data ? marksOf(time.data) : [];
  return (
    <div className="time-mark" role="status">
      {marks.length > 0 && (
        <div className="message-warning time-mark-content">
          <p>
            {marks.join(" ")} <Link to="/time">Details</Link>
          </p>
          <button type="button" className="button button-small" onClick={() => end.mutate()}>
            Undo
          </button>
        </div>
      )}
    </div>
  );
}

/** Returns what differs from a server that is left alone, one sentence each. */
function marksOf({ offsetMs, trouble }: TimeStatus): readonly string[] {
  const { delay, mailDelay, mailRefused, providersDown, rateLimited } = trouble;
  const direction = offsetMs > 0 ? "ahead" : "back";
  return [
    offsetMs === 0 ? "" : `The clock is ${durationText(offsetMs)} ${direction}.`,
    delay ? `Answers take ${durationText(delay)} longer.` : "",
    mailDelay ? `Messages take ${durationText(mailDelay)} longer.` : "",
    mailRefused ? "The mail server refuses messages." : "",
    providersDown ? "Social providers are down." : "",
    rateLimited ? "Everybody is over the rate limits." : "",
  ].filter((mark) => mark !== "");
}
