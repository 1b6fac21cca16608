import { useCallback, useId, useState } from "react";
import { type FunctionLine, getFunctionLog } from "../api/functions.ts";
import { useLongPolling } from "../shell/use-long-polling.ts";

const maxLines = 500;

/** Shows what functions log, as the entries arrive. */
export function FunctionLog({ names }: { readonly names: readonly string[] }) {
  const id = useId();
  const [lines, setLines] = useState<readonly FunctionLine[]>([]);
  const [isPaused, setPaused] = useState(false);
  const [name, setName] = useState("all");
  const [search, setSearch] = useState("");
  const addLines = useCallback(
    (page: { readonly lines: readonly FunctionLine[] }, isContinuation: boolean) =>
      setLines((previous) => [...(isContinuation ? previous : []), ...page.lines].slice(-maxLines)),
    [],
  );
  const error = useLongPolling(isPaused, getFunctionLog, addLines);
  const needle = search.trim().toLowerCase();
  const matching = lines.filter(
    (line) =>
      (name === "all" || line.function === name) && line.text.toLowerCase().includes(needle),
  );
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Log</h2>
      <div className="inline-form">
        <select
          className="input"
          aria-label="Function"
          value={name}
          onChange={(event) => setName(event.target.value)}
        >
          <option value="all">All functions</option>
          {names.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <input
          className="input"
          type="search"
          aria-label="Search the log"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <button
          type="button"
          className="button"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? "Paused" : "Pause"}
        </button>
        <button type="button" className="button" onClick={() => setLines([])}>
          Clear
        </button>
      </div>
      {error && <p className="row-problem">{error.message}</p>}
      {matching.length === 0 ? (
        <p className="quiet">Nothing was written yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <ul className="log" tabIndex={0} aria-labelledby={`${id}-title`}>
          {[...matching].reverse().map((line) => (
            <li key={line.id} className="log-line">
              <time dateTime={new Date(line.at).toISOString()}>
                {new Date(line.at).toLocaleTimeString("en-GB")}
              </time>
              <bdi className="log-name">{line.function}</bdi>
              <span className="log-text" data-level={line.level}>
                {line.text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
