import { useState } from "react";
import { endSessions, type Session } from "../api/users.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatTime } from "../shell/format.ts";
import { deviceOf } from "./device.ts";
import { useUserChange } from "./use-user-change.ts";

/** Lists the sessions of a user. */
export function Sessions({
  id,
  sessions,
  count,
}: {
  readonly id: string;
  readonly sessions: readonly Session[];
  readonly count: number;
}) {
  const change = useUserChange(id);
  const [sessionToEnd, setSessionToEnd] = useState<Session | "all" | null>(null);
  return (
    <section>
      <h2>Sessions ({count})</h2>
      {sessions.length === 0 && <p className="quiet">Not signed in anywhere.</p>}
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id} className="line">
            <div>
              <p>
                {session.application ?? deviceOf(session.userAgent)}
                {session.aal === "aal2" && <span className="tag">second factor</span>}
                {session.isExpired && <span className="tag tag-warning">expired</span>}
              </p>
              <p className="quiet">
                {session.address ?? "unknown address"}, last seen {formatTime(session.lastSeenAt)},
                began {formatTime(session.createdAt)}
              </p>
            </div>
            <button
              type="button"
              className="button button-small"
              onClick={() => setSessionToEnd(session)}
            >
              End<span className="visually-hidden"> session on {deviceOf(session.userAgent)}</span>
            </button>
          </li>
        ))}
      </ul>
      {count > sessions.length && (
        <p className="quiet">{count - sessions.length} older sessions are not listed.</p>
      )}
      {count > 0 && (
        <p className="button-row">
          <button
            type="button"
            className="button button-danger"
            onClick={() => setSessionToEnd("all")}
          >
            End all sessions
          </button>
        </p>
      )}
      {sessionToEnd && (
        <FormDialog
          title={sessionToEnd === "all" ? "End all sessions?" : "End this session?"}
          action={sessionToEnd === "all" ? "End all" : "End session"}
          tone="danger"
          onSubmit={() =>
            change(
              () => endSessions(id, sessionToEnd === "all" ? undefined : sessionToEnd.id),
              sessionToEnd === "all" ? "Ended all sessions." : "Ended the session.",
            )
          }
          onClose={() => setSessionToEnd(null)}
        >
          <p>
            {sessionToEnd === "all" ? "Every device" : "The device"} has to sign in again. Access
            tokens that are in use stay valid until they expire.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
