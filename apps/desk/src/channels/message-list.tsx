import { useId, useState } from "react";
import type { ReceivedMessage } from "./use-channel.ts";

const kinds = [
  ["all", "All messages"],
  ["broadcast", "Broadcasts"],
  ["presence", "Presence"],
  ["change", "Changes of tables"],
  ["system", "System"],
] as const;

/** A longer list would slow down the page. */
const maxVisibleMessages = 100;

/** Lists the messages of the channel as they arrive. */
export function MessageList({
  messages,
  isPaused,
  onPause,
  onClear,
}: {
  readonly messages: readonly ReceivedMessage[];
  readonly isPaused: boolean;
  readonly onPause: () => void;
  readonly onClear: () => void;
}) {
  const id = useId();
  const [kind, setKind] = useState<(typeof kinds)[number][0]>("all");
  const [search, setSearch] = useState("");
  const needle = search.trim().toLowerCase();
  const matching = messages.filter(
    (message) =>
      (kind === "all" || message.kind === kind) &&
      `${message.title} ${message.text}`.toLowerCase().includes(needle),
  );
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Messages ({matching.length})</h2>
      <div className="inline-form">
        <select
          className="input"
          aria-label="Kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
        >
          {kinds.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <input
          className="input"
          type="search"
          aria-label="Search messages"
          placeholder="Search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <button type="button" className="button" aria-pressed={isPaused} onClick={onPause}>
          {isPaused ? "Paused" : "Pause"}
        </button>
        <button type="button" className="button" onClick={onClear}>
          Clear
        </button>
      </div>
      {matching.length === 0 ? (
        <p className="quiet">No message has arrived yet.</p>
      ) : (
        <ul className="rows">
          {matching
            .slice(0, maxVisibleMessages)
            .map(({ id: key, at, kind: messageKind, title, text }) => (
              <li key={key}>
                <details className="row-main">
                  <summary>
                    <span className="tag">{messageKind}</span> <bdi>{title}</bdi>{" "}
                    <time className="quiet" dateTime={new Date(at).toISOString()}>
                      {new Date(at).toLocaleTimeString("en-GB")}
                    </time>
                  </summary>
                  <pre className="definition">
                    <code>{text}</code>
                  </pre>
                </details>
              </li>
            ))}
        </ul>
      )}
      {matching.length > maxVisibleMessages && (
        <p className="quiet">{matching.length - maxVisibleMessages} older ones are not shown.</p>
      )}
    </section>
  );
}
