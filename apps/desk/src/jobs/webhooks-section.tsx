import { useId } from "react";
import type { Jobs, WebRequest } from "../api/jobs.ts";
import { formatDateTime } from "../export/units.ts";

/** Lists the webhooks of tables, and the requests that webhooks and `net.http_*` have sent. */
export function WebhooksSection({ data }: { readonly data: Jobs["webhooks"] }) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Webhooks</h2>
      {data === null && (
        <p className="quiet">
          pg_net is not installed. A migration with <code>create extension pg_net</code> installs
          it.
        </p>
      )}
      {data?.webhooks.length === 0 && <p className="quiet">No table has a webhook.</p>}
      {data && data.webhooks.length > 0 && (
        <ul className="rows">
          {data.webhooks.map(({ schema, table, name, method, url, isEnabled, sent }) => (
            <li key={`${schema}.${table}.${name}`}>
              <div className="row-main">
                <h3>
                  <bdi>{name}</bdi>
                  {!isEnabled && <span className="tag">off</span>}
                </h3>
                <span className="quiet">
                  <bdi>{`${schema}.${table}`}</bdi>, {sent} {sent === 1 ? "request" : "requests"}
                </span>
                <code className="row-code">{`${method} ${url}`}</code>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <>
          <h3>Latest responses</h3>
          {data.waiting > 0 && <p className="quiet">{data.waiting} requests wait to be sent.</p>}
          {data.requests.length === 0 && (
            <p className="quiet">No request was sent within six hours.</p>
          )}
          {data.requests.length > 0 && (
            <ul className="rows">
              {data.requests.map((request) => (
                <RequestItem key={request.id} request={request} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function RequestItem({ request }: { readonly request: WebRequest }) {
  const { id, webhook, status, error, isTimeout, body, at } = request;
  const problem = isTimeout
    ? "No response arrived in time. The receiver is too slow, or the webhook's timeout is too short."
    : (error ?? (status !== null && status >= 400 ? "The receiver refused the request." : null));
  return (
    <li>
      <div className="row-main">
        <h3>
          <bdi>{webhook ?? `Request ${id}`}</bdi>
          <span className={problem ? "tag tag-danger" : "tag"}>{status ?? "failed"}</span>
        </h3>
        <span className="quiet">{formatDateTime(at)}</span>
        {problem && <p className="row-problem">{problem}</p>}
        {body && <code className="row-code">{body}</code>}
      </div>
    </li>
  );
}
