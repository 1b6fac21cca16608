import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useSearchParams } from "react-router";
import { useFeature } from "../api/use-feature.ts";
import { explain, generateTest, type WhyQuestion } from "../api/why.ts";
import { SaveDialog } from "../files/save-dialog.tsx";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { ownerRole, useRunAs } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { ExplanationView } from "./explanation-view.tsx";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "SUBSCRIBE", "CHANGES"];

/** Explains why a request was refused, or returned fewer rows than expected. */
export default function WhyScreen() {
  const [parameters, setParameters] = useSearchParams();
  const { runAs } = useRunAs();
  const [body, setBody] = useState("");
  useEffect(() => {
    document.title = "Why – Desk";
  }, []);
  const request = Number(parameters.get("request") ?? "0");
  const path = parameters.get("path") ?? "";
  const isOriginal = request > 0 && parameters.get("as") !== "chosen";
  // API clients never use the owner's role, so explain the request for `anon` instead.
  const as = runAs.role === ownerRole ? { role: "anon" } : runAs;
  const question: WhyQuestion | null =
    request > 0
      ? { request, ...(!isOriginal && { as }) }
      : path !== ""
        ? { method: parameters.get("method") ?? "GET", path, as, ...(body !== "" && { body }) }
        : null;
  const change = (name: string, value: string | null) => {
    const next = new URLSearchParams(parameters);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParameters(next, { replace: true });
  };
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Why</h1>
        <span className="tabs" />
        {!isOriginal && <RoleSwitch />}
      </header>
      <div className="page-scroll why">
        {request > 0 ? (
          <p className="button-row">
            <button
              type="button"
              className="button"
              onClick={() => change("as", isOriginal ? "chosen" : null)}
            >
              {isOriginal ? "Explain as another caller" : "Explain as its own caller"}
            </button>
            <button type="button" className="button" onClick={() => setParameters({})}>
              Another request
            </button>
          </p>
        ) : (
          <QuestionForm
            key={parameters.toString()}
            method={parameters.get("method") ?? "GET"}
            path={path}
            body={body}
            onSubmit={(next) => {
              setBody(next.body);
              setParameters({ method: next.method, path: next.path });
            }}
          />
        )}
        {!isOriginal && runAs.role === ownerRole && (
          <p className="quiet">No client has the role postgres, so this is explained for anon.</p>
        )}
        {question && <ExplanationSection question={question} />}
      </div>
    </main>
  );
}

function QuestionForm({
  method,
  path,
  body,
  onSubmit,
}: {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly onSubmit: (question: { method: string; path: string; body: string }) => void;
}) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const readText = (name: string) => String(data.get(name) ?? "").trim();
    onSubmit({ method: readText("method"), path: readText("path"), body: readText("body") });
  };
  return (
    <form className="form why-form" onSubmit={submit}>
      <label htmlFor={`${id}-method`}>Method</label>
      <select id={`${id}-method`} name="method" className="input" defaultValue={method}>
        {methods.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <label htmlFor={`${id}-path`}>Path</label>
      <input
        id={`${id}-path`}
        name="path"
        className="input input-code"
        required
        maxLength={8000}
        placeholder="/rest/v1/notes?id=eq.5"
        spellCheck={false}
        autoCapitalize="off"
        defaultValue={path}
      />
      <p className="quiet">
        A path below /rest/v1/ or /storage/v1/. For SUBSCRIBE the name of a private channel, for
        CHANGES the name of a table.
      </p>
      <label htmlFor={`${id}-body`}>Body, for a write</label>
      <textarea
        id={`${id}-body`}
        name="body"
        className="input input-code"
        rows={2}
        spellCheck={false}
        defaultValue={body}
      />
      <button type="submit" className="button button-primary">
        Explain
      </button>
    </form>
  );
}

function ExplanationSection({ question }: { readonly question: WhyQuestion }) {
  const toasts = useToasts();
  const hasFolder = useFeature("folder");
  const [test, setTest] = useState<string | null>(null);
  const explanation = useQuery({
    queryKey: ["why", question],
    queryFn: ({ signal }) => explain(question, signal),
    staleTime: 0,
  });
  if (explanation.isPending) return <p className="quiet">Loading …</p>;
  if (explanation.isError) {
    return <Failure error={explanation.error} onRetry={() => void explanation.refetch()} />;
  }
  const prepareTest = async (expects: "present" | "wanted") => {
    try {
      setTest((await generateTest(question, expects)).text);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <>
      <ExplanationView explanation={explanation.data} />
      {hasFolder && (
        <section>
          <h2>Save as a pgTAP test</h2>
          <p className="button-row">
            <button type="button" className="button" onClick={() => void prepareTest("present")}>
              Expect the current result
            </button>
            <button type="button" className="button" onClick={() => void prepareTest("wanted")}>
              Expect access
            </button>
          </p>
        </section>
      )}
      {test !== null && (
        <SaveDialog kind="tests" name="policy" text={test} onClose={() => setTest(null)} />
      )}
    </>
  );
}
