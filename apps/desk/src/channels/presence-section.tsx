import { useMutation } from "@tanstack/react-query";
import { type RefObject, useId, useState } from "react";
import type { OpenChannel } from "./open-channel.ts";

const maxVisibleKeys = 100;

/** Shows which clients are present, and lets the desk join them. */
export function PresenceSection({
  channel,
  presence,
}: {
  readonly channel: RefObject<OpenChannel | null>;
  readonly presence: Readonly<Record<string, readonly unknown[]>>;
}) {
  const id = useId();
  const [isTracked, setTracked] = useState(false);
  const track = useMutation({
    mutationFn: async () => {
      const result = isTracked
        ? await channel.current?.untrack()
        : await channel.current?.track({ from: "the desk", at: new Date().toISOString() });
      if (result !== "ok") throw new Error(`The server did not accept it: ${result}.`);
      setTracked(!isTracked);
    },
  });
  const keys = Object.keys(presence);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Presence ({keys.length})</h2>
      {keys.length === 0 && <p className="quiet">Nobody is present.</p>}
      {keys.length > 0 && (
        <ul className="rows">
          {keys.slice(0, maxVisibleKeys).map((key) => (
            <li key={key}>
              <div className="row-main">
                <bdi className="fact-name">{key}</bdi>
                <code className="row-code">{JSON.stringify(presence[key])?.slice(0, 500)}</code>
              </div>
            </li>
          ))}
        </ul>
      )}
      {keys.length > maxVisibleKeys && (
        <p className="quiet">{keys.length - maxVisibleKeys} more.</p>
      )}
      {track.isError && (
        <p className="field-problem" role="alert">
          {track.error.message}
        </p>
      )}
      <p>
        <button type="button" className="button" onClick={() => track.mutate()}>
          {isTracked ? "Stop being present" : "Be present"}
        </button>
      </p>
    </section>
  );
}
