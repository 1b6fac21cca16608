import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { setClock, type TimeStatus, timeKey } from "../api/time.ts";
import { formatDateTime, formatDuration } from "../export/units.ts";
import { Failure } from "../shell/failure.tsx";

const hourMs = 3_600_000;
const steps = [
  ["1 hour", hourMs],
  ["1 day", 24 * hourMs],
  ["1 week", 7 * 24 * hourMs],
  ["30 days", 30 * 24 * hourMs],
] as const;

/** Shows the time of the server, and moves it. */
export function ClockSection({
  status,
  readAt,
}: {
  readonly status: TimeStatus;
  /** When the status was read, in milliseconds. */
  readonly readAt: number;
}) {
  const id = useId();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: setClock,
    onSuccess: (next) => client.setQueryData(timeKey, next),
  });
  const now = Date.parse(status.now) + useElapsed(readAt);
  const { offsetMs } = status;
  const set = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosenTime = new Date(String(new FormData(event.currentTarget).get("moment"))).getTime();
    if (!Number.isNaN(chosenTime)) move.mutate(chosenTime - (now - offsetMs));
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Clock</h2>
      <p className="clock">
        <time dateTime={new Date(now).toISOString()}>{formatDateTime(now)}</time>{" "}
        <span className="quiet">
          {offsetMs === 0
            ? "the time of this machine"
            : `${formatDuration(offsetMs)} ${offsetMs > 0 ? "ahead of" : "behind"} this machine`}
        </span>
      </p>
      <p className="quiet">
        Tokens, sessions, rate limits, scheduled jobs and <code>now()</code> in SQL follow this
        clock. Edge Functions and the browser keep their own.
      </p>
      <p className="button-row">
        {steps.map(([name, stepMs]) => (
          <button
            key={name}
            type="button"
            className="button"
            onClick={() => move.mutate(offsetMs + stepMs)}
          >
            +{name}
          </button>
        ))}
        <button
          type="button"
          className="button"
          disabled={offsetMs === 0}
          onClick={() => move.mutate(0)}
        >
          Undo
        </button>
      </p>
      <form className="inline-form" onSubmit={set}>
        <label htmlFor={`${id}-moment`}>Set to</label>
        <input id={`${id}-moment`} name="moment" type="datetime-local" className="input" required />
        <button type="submit" className="button">
          Set the clock
        </button>
      </form>
      {move.isError && <Failure error={move.error} />}
    </section>
  );
}

/** Returns the milliseconds since a time, updated each second. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
