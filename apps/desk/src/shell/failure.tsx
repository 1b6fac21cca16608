import type { ReactNode } from "react";
import { DeskError } from "../api/call.ts";

/** Shows an error, with PostgreSQL's own message if PostgreSQL refused the statement. */
export function Failure({
  error,
  onRetry,
  children,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** More actions beside "Try again". */
  readonly children?: ReactNode;
}) {
  const { detail, hint, sqlstate } = error instanceof DeskError ? error.body : {};
  return (
    <div className="message message-danger failure" role="alert">
      <p className="failure-message">{error.message}</p>
      {detail && <p>{detail}</p>}
      {hint && <p>Hint: {hint}</p>}
      {sqlstate && <p className="failure-code">SQLSTATE {sqlstate}</p>}
      {(onRetry || children) && (
        <p className="button-row">
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {children}
        </p>
      )}
    </div>
  );
}
