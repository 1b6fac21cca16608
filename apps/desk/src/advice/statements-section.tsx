import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import { getStatements, type StatementTimes } from "../api/advice.ts";
import { saveDraft } from "../export/sql-draft.ts";
import { formatMilliseconds } from "../export/units.ts";
import { Failure } from "../shell/failure.tsx";

/** Lists the slowest statements of recent requests, and the slowest ones that PostgreSQL has measured. */
export function StatementsSection() {
  const id = useId();
  const statements = useQuery({ queryKey: ["advice", "statements"], queryFn: getStatements });
  const { requests: requestStatements = [], database = null } = statements.data ?? {};
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Slow statements</h2>
      {statements.isPending && <p className="quiet">Loading …</p>}
      {statements.isError && (
        <Failure error={statements.error} onRetry={() => void statements.refetch()} />
      )}
      {statements.isSuccess && requestStatements.length === 0 && (
        <p className="quiet">
          No request of the REST API has run a statement yet. Use your application, and check again.
        </p>
      )}
      <StatementList statements={requestStatements} />
      {database && database.length > 0 && (
        <>
          <h3>All statements, as pg_stat_statements has measured them</h3>
          <StatementList statements={database} />
        </>
      )}
    </section>
  );
}

function StatementList({ statements }: { readonly statements: readonly StatementTimes[] }) {
  const navigate = useNavigate();
  if (statements.length === 0) return null;
  const openPlan = (text: string) => {
    saveDraft(`explain (generic_plan)\n${text}`);
    navigate("/sql");
  };
  return (
    <ul className="rows">
      {statements.map(({ text, calls, meanMs, maxMs, request }) => (
        <li key={text}>
          <div className="row-main">
            <span>
              {formatMilliseconds(meanMs)} on average, {formatMilliseconds(maxMs)} at most, {calls}{" "}
              {calls === 1 ? "run" : "runs"}
            </span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <section className="statement" tabIndex={0} aria-label="Statement">
              <pre className="definition">
                <code>{text}</code>
              </pre>
            </section>
            {request && (
              <span className="quiet">
                {request.method} <bdi>{request.path}</bdi>
              </span>
            )}
          </div>
          <span className="button-row">
            <button type="button" className="button button-small" onClick={() => openPlan(text)}>
              Open its plan<span className="visually-hidden"> in SQL</span>
            </button>
            {request && (
              <Link className="button button-small" to={`/why?request=${request.id}`}>
                Why?<span className="visually-hidden"> {request.path}</span>
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
