import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { getProject } from "../api/requests.ts";
import { type SentRequest, toCurl } from "../export/to-curl.ts";
import { toSupabaseJs } from "../export/to-supabase-js.ts";
import { formatMilliseconds, formatSignedBytes } from "../export/units.ts";
import { ownerRole, useRunAs } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";
import {
  callFunction,
  type FunctionResponse,
  functionPath,
  hasBody,
  parseHeaders,
} from "./call-function.ts";

const methods = ["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];

/** Calls a function over HTTP as the role that is chosen on the screen. */
export function CallForm({ name }: { readonly name: string }) {
  const id = useId();
  const toasts = useToasts();
  const { runAs, user } = useRunAs();
  const [method, setMethod] = useState("POST");
  const [path, setPath] = useState("");
  const [headers, setHeaders] = useState("content-type: application/json");
  const [body, setBody] = useState('{ "name": "Functions" }');
  // No client can use the role that owns the tables, so use `anon` instead.
  const as = runAs.role === ownerRole ? { role: "anon" } : runAs;
  const run = useMutation({
    mutationFn: async () =>
      callFunction(name, { method, path, headers: parseHeaders(headers), body }, as),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!run.isPending) run.mutate();
  };
  const copy = async (kind: "curl" | "supabase-js") => {
    try {
      const request: SentRequest = {
        wire: "functions",
        method,
        path: functionPath(name, path),
        headers: parseHeaders(headers),
        body: hasBody(method) && body !== "" ? body : null,
        caller: { role: as.role, user: as.user ?? null, email: null, token: "valid" },
      };
      const project = await getProject();
      const text = kind === "curl" ? toCurl(request, project) : toSupabaseJs(request, project);
      await navigator.clipboard.writeText(text ?? "");
      toasts.show(`Copied as ${kind}.`);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        Call <bdi>{name}</bdi>
      </h2>
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <div>
            <label htmlFor={`${id}-method`}>Method</label>
            <select
              id={`${id}-method`}
              className="input"
              value={method}
              onChange={(event) => setMethod(event.target.value)}
            >
              {methods.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </div>
          <div>
            <label htmlFor={`${id}-path`}>Path below the function</label>
            <input
              id={`${id}-path`}
              className="input input-code"
              placeholder="/orders?open=true"
              maxLength={4_000}
              spellCheck={false}
              autoCapitalize="off"
              value={path}
              onChange={(event) => setPath(event.target.value)}
            />
          </div>
        </div>
        <label htmlFor={`${id}-headers`}>Headers, one a line</label>
        <textarea
          id={`${id}-headers`}
          className="input input-code"
          rows={2}
          spellCheck={false}
          value={headers}
          onChange={(event) => setHeaders(event.target.value)}
        />
        {hasBody(method) && (
          <>
            <label htmlFor={`${id}-body`}>Body</label>
            <textarea
              id={`${id}-body`}
              className="input input-code"
              rows={4}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </>
        )}
        <p className="quiet">
          {user ? "The call has a token of the chosen user." : `The call has the role ${as.role}.`}
          {runAs.role === ownerRole ? " No client has the role postgres." : ""}
        </p>
        <p className="button-row">
          <button type="submit" className="button button-primary" aria-disabled={run.isPending}>
            {run.isPending ? "Calling …" : "Call"}
          </button>
          <button type="button" className="button" onClick={() => void copy("curl")}>
            Copy as curl
          </button>
          <button type="button" className="button" onClick={() => void copy("supabase-js")}>
            Copy as supabase-js
          </button>
        </p>
      </form>
      {run.isError && <Failure error={run.error} />}
      {run.data && <ResponseView response={run.data} />}
    </section>
  );
}

function ResponseView({ response }: { readonly response: FunctionResponse }) {
  const { status, durationMs, bytes, headers, text, isCut } = response;
  return (
    <section role="status" aria-label="Response">
      <h3>
        Response:{" "}
        <span className="request-status" data-status={String(status).slice(0, 1)}>
          {status}
        </span>
        <span className="quiet">
          {" "}
          {formatMilliseconds(durationMs)}, {formatSignedBytes(bytes)}
        </span>
      </h3>
      <pre className="definition">
        <code>{text === "" ? "No body" : text}</code>
      </pre>
      {isCut && <p className="quiet">Only the beginning is shown.</p>}
      <details>
        <summary>Headers</summary>
        <pre className="definition">
          <code>{headers.map(([header, value]) => `${header}: ${value}`).join("\n")}</code>
        </pre>
      </details>
    </section>
  );
}
