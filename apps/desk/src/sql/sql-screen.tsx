import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { DeskError } from "../api/call.ts";
import { getNames } from "../api/catalog.ts";
import { explainSql, runSql } from "../api/sql.ts";
import { useFeature } from "../api/use-feature.ts";
import { readDraft, saveDraft } from "../export/sql-draft.ts";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { useRunAs } from "../run-as/run-as.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { Editor, type EditorHandle, type Names } from "./editor.tsx";
import { addToHistory, readHistory } from "./history.ts";
import { PlanTree } from "./plan-tree.tsx";
import { Results } from "./results.tsx";
import { SnippetsDialog } from "./snippets.tsx";

const noNames: Names = {};

/** The SQL editor with the results of the last run. */
export default function SqlScreen() {
  const { runAs } = useRunAs();
  const editor = useRef<EditorHandle>(null);
  const [draft] = useState(readDraft);
  const [isDryRun, setKeepsNothing] = useState(false);
  const [history, setHistory] = useState(readHistory);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [snippetText, setSnippetText] = useState<string | null>(null);
  const names = useQuery({ queryKey: ["names"], queryFn: getNames, staleTime: 60_000 });
  const hasFolder = useFeature("folder");
  const start = useRef(0);
  const run = useMutation({
    mutationFn: async (kind: "run" | "explain") => {
      const { text, start: offset } = editor.current?.current() ?? { text: "", start: 0 };
      start.current = offset;
      setHistory(addToHistory(text));
      if (kind === "explain") return { plan: (await explainSql(text, runAs)).plan[0] };
      return { results: (await runSql(text, runAs, isDryRun)).results };
    },
  });
  useEffect(() => {
    document.title = "SQL – Desk";
  }, []);
  const position = run.error instanceof DeskError ? run.error.body.position : undefined;
  const runScript = (kind: "run" | "explain") => {
    if (!run.isPending) run.mutate(kind);
  };
  return (
    <main id="main" className="sql" tabIndex={-1}>
      <header className="table-head">
        <h1>SQL</h1>
        <span className="toolbar-gap" />
        <RoleSwitch />
      </header>
      <div className="sql-editor">
        <Editor
          initialText={draft}
          names={names.data?.names ?? noNames}
          handle={editor}
          onRun={() => runScript("run")}
          onChange={saveDraft}
        />
      </div>
      <div className="toolbar" role="toolbar" aria-label="SQL">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={run.isPending}
          title="Control or Command with Enter"
          onClick={() => runScript("run")}
        >
          {run.isPending ? "Running …" : "Run"}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={run.isPending}
          onClick={() => runScript("explain")}
        >
          Explain
        </button>
        <button
          type="button"
          className="button"
          disabled={history.length === 0}
          onClick={() => setHistoryOpen(true)}
        >
          History
        </button>
        {hasFolder && (
          <button type="button" className="button" onClick={() => setSnippetText(readDraft())}>
            Snippets
          </button>
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={isDryRun}
            onChange={(event) => setKeepsNothing(event.target.checked)}
          />
          Undo afterwards
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="sql-output" tabIndex={0} aria-label="Output">
        <p className="visually-hidden" role="status">
          {run.isSuccess ? "The script has run." : ""}
        </p>
        {run.isIdle && (
          <p className="quiet sql-hint">
            Runs as one transaction, the selected text or all of it: Control or Command with Enter.
          </p>
        )}
        {run.isError && (
          <Failure error={run.error}>
            {position !== undefined && (
              <button
                type="button"
                className="button"
                onClick={() => editor.current?.select(start.current + position - 1)}
              >
                Show in the editor
              </button>
            )}
          </Failure>
        )}
        {run.data?.results && <Results results={run.data.results} />}
        {run.data?.plan && <PlanTree plan={run.data.plan} />}
      </section>
      {snippetText !== null && (
        <SnippetsDialog
          text={snippetText}
          onOpen={(text) => editor.current?.replace(text)}
          onClose={() => setSnippetText(null)}
        />
      )}
      {isHistoryOpen && (
        <Dialog title="History" onClose={() => setHistoryOpen(false)}>
          {(close) => (
            <ul className="choices">
              {history.map((entry) => (
                <li key={entry.text}>
                  <button
                    type="button"
                    className="choice"
                    onClick={() => {
                      close();
                      editor.current?.replace(entry.text);
                    }}
                  >
                    <code className="history-text">{entry.text.slice(0, 300)}</code>
                    <span className="quiet">{new Date(entry.at).toLocaleTimeString("en-US")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </main>
  );
}
