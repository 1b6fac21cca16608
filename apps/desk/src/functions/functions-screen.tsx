import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getFunctions, type ProjectFunction } from "../api/functions.ts";
import { formatDateTime } from "../export/units.ts";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { Failure } from "../shell/failure.tsx";
import { CallForm } from "./call-form.tsx";
import { FunctionLog } from "./function-log.tsx";

const pollMs = 3_000;

/** Shows the Edge Functions of the project and their log, with a form to call one. */
export default function FunctionsScreen() {
  const functions = useQuery({
    queryKey: ["functions"],
    queryFn: getFunctions,
    refetchInterval: pollMs,
  });
  const [chosenName, setChosenName] = useState<string | null>(null);
  useEffect(() => {
    document.title = "Functions – Desk";
  }, []);
  const { data } = functions;
  const names = data?.functions.map(({ name }) => name) ?? [];
  const current =
    chosenName !== null && names.includes(chosenName) ? chosenName : (names[0] ?? null);
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Functions</h1>
        <span className="toolbar-gap" />
        <RoleSwitch />
      </header>
      <div className="page-scroll report">
        {functions.isPending && <p className="quiet">Loading …</p>}
        {functions.isError && (
          <Failure error={functions.error} onRetry={() => void functions.refetch()} />
        )}
        {data && names.length === 0 && <NoFunctions isEnabled={data.isEnabled} />}
        {data && names.length > 0 && !data.hasDeno && (
          <p className="message message-warning">
            Functions wait for Deno. To install it: <code>npm install --save-dev deno</code>
          </p>
        )}
        {data && names.length > 0 && (
          <section aria-label="All functions">
            <ul className="rows">
              {data.functions.map((projectFunction) => (
                <FunctionItem
                  key={projectFunction.name}
                  projectFunction={projectFunction}
                  isCurrent={projectFunction.name === current}
                  onChoose={() => setChosenName(projectFunction.name)}
                />
              ))}
            </ul>
          </section>
        )}
        {current !== null && (
          <>
            <CallForm key={current} name={current} />
            <FunctionLog names={names} />
          </>
        )}
      </div>
    </main>
  );
}

function NoFunctions({ isEnabled }: { readonly isEnabled: boolean }) {
  return (
    <div className="empty">
      <h2>{isEnabled ? "No functions" : "Functions are off"}</h2>
      <p className="quiet">
        {isEnabled
          ? "A folder in supabase/functions with an index.ts is a function. It appears here when it is saved."
          : "config.toml has [edge_runtime] enabled = false."}
      </p>
    </div>
  );
}

const failureTexts = {
  failed: "Its process ended by itself. The log has the reason.",
  "over a limit": "It was stopped, because it used too much memory or processor time.",
} as const;

function FunctionItem({
  projectFunction: { name, entrypoint, verifyJwt, isRunning, startedAt, failure },
  isCurrent,
  onChoose,
}: {
  readonly projectFunction: ProjectFunction;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <li>
      <div className="row-main">
        <h2>
          <bdi>{name}</bdi>
          <span className="tag">{verifyJwt ? "needs a key or token" : "open to everybody"}</span>
          {isRunning && <span className="tag">runs</span>}
        </h2>
        <span className="quiet">
          <code>{entrypoint}</code>
          {startedAt === null ? ", not called yet" : `, started ${formatDateTime(startedAt)}`}
        </span>
        {failure && (
          <p className="row-problem">
            {formatDateTime(failure.at)}: {failureTexts[failure.ending]}
          </p>
        )}
      </div>
      <button
        type="button"
        className="button button-small"
        aria-pressed={isCurrent}
        onClick={onChoose}
      >
        Call<span className="visually-hidden"> {name}</span>
      </button>
    </li>
  );
}
