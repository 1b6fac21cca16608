import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import {
  getProject,
  type RecordedRequest,
  type RepeatedResponse,
  repeatRequest,
} from "../api/requests.ts";
import { toCurl } from "../export/to-curl.ts";
import { toSupabaseJs } from "../export/to-supabase-js.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { callerName, clockTime, isExplainable, isWrite, resultText } from "./describe.ts";

/** Shows one request, with the statements that it ran and the available actions. */
export function RequestDialog({
  request,
  onClose,
}: {
  readonly request: RecordedRequest;
  readonly onClose: () => void;
}) {
  const { at, method, path, status, durationMs, caller, headers, body } = request;
  const { isComplete, statements, messages, logs } = request;
  return (
    <Dialog title={`${method}, ${status}`} className="dialog-side" onClose={onClose}>
      {() => (
        <div className="request-details">
          <pre className="definition">
            <code>{`${method} ${path}`}</code>
          </pre>
          <Actions request={request} />
          {!isComplete && (
            <p className="message message-warning">
              A secret, or a body that is long or not JSON, has been left out.
            </p>
          )}
          <dl className="request-list">
            <dt>Caller</dt>
            <dd>
              <bdi>{callerName(request)}</bdi>
              {caller.role && caller.user ? `, role ${caller.role}` : ""}
              {caller.token === "refused" ? ", token refused" : ""}
              {caller.token === "expired" ? ", token expired" : ""}
            </dd>
            <dt>Response</dt>
            <dd>
              {status} {resultText(request)}
            </dd>
            <dt>Time</dt>
            <dd>
              {clockTime(at)}, {durationMs} ms
            </dd>
            {messages.length > 0 && (
              <>
                <dt>Messages</dt>
                <dd>
                  {messages.join(", ")} (<Link to="/mail">open Mail</Link>)
                </dd>
              </>
            )}
          </dl>
          {headers.length > 0 && (
            <Block title="Headers">
              {headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
            </Block>
          )}
          {body !== null && <Block title="Body">{body}</Block>}
          {statements.map(({ text, durationMs: ms, sqlstate }, index) => (
            <Block
              // biome-ignore lint/suspicious/noArrayIndexKey: the statements of a request never move
              key={index}
              title={`SQL, ${ms} ms${sqlstate ? `, SQLSTATE ${sqlstate}` : ""}`}
            >
              {text}
            </Block>
          ))}
          {logs.length > 0 && (
            <Block title="Log">
              {logs
                .map(({ at: time, level, text }) => `${clockTime(time)} ${level} ${text}`)
                .join("\n")}
            </Block>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <pre className="definition">
        <code>{children}</code>
      </pre>
    </section>
  );
}

function Actions({ request }: { readonly request: RecordedRequest }) {
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [response, setResponse] = useState<RepeatedResponse | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const copy = async (kind: "curl" | "supabase-js") => {
    try {
      const project = await getProject();
      const text = kind === "curl" ? toCurl(request, project) : toSupabaseJs(request, project);
      if (text === undefined) return toasts.fail("supabase-js has no call for this request.");
      await navigator.clipboard.writeText(text);
      toasts.show(`Copied as ${kind}.`);
    } catch (failure) {
      toasts.fail(failure);
    }
  };
  const repeat = async () => {
    setConfirming(false);
    setError(null);
    try {
      setResponse(await repeatRequest(request.id));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <>
      <p className="button-row">
        {isExplainable(request) && (
          <Link className="button" to={`/why?request=${request.id}`}>
            Why?
          </Link>
        )}
        <button
          type="button"
          className="button"
          onClick={() => (isWrite(request) ? setConfirming(true) : void repeat())}
        >
          Repeat
        </button>
        <button type="button" className="button" onClick={() => void copy("curl")}>
          Copy as curl
        </button>
        {["rest", "auth", "functions"].includes(request.wire ?? "") && (
          <button type="button" className="button" onClick={() => void copy("supabase-js")}>
            Copy as supabase-js
          </button>
        )}
      </p>
      {isConfirming && (
        <div className="message message-warning" role="alert">
          <p>This request can change data. Send it again?</p>
          <p className="button-row">
            <button type="button" className="button button-primary" onClick={() => void repeat()}>
              Send again
            </button>
            <button type="button" className="button" onClick={() => setConfirming(false)}>
              Cancel
            </button>
          </p>
        </div>
      )}
      {error && <Failure error={error} />}
      {response && (
        <section role="status">
          <h3>Response now: {response.status}</h3>
          <pre className="definition">
            <code>{response.body === "" ? "No body" : response.body}</code>
          </pre>
          {response.isCut && <p className="quiet">Only the beginning is shown.</p>}
        </section>
      )}
    </>
  );
}
