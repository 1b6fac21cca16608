import { useState } from "react";
import type { Message } from "./backend.ts";
import { BackendPage } from "./backend-page.tsx";

/** The messages that the backend has sent, the newest open. */
export function InboxPanel({
  messages,
  visit,
}: {
  messages: readonly Message[];
  visit: (address: string) => void;
}) {
  const [chosen, setChosen] = useState<string>();
  const open = messages.find(({ id }) => id === chosen) ?? messages[0];
  return (
    <section className="inbox" aria-label="The inbox">
      <div className="bar">
        <h2>The inbox</h2>
        <span role="status">
          {messages.length === 1 ? "1 message" : `${messages.length} messages`}
        </span>
      </div>
      {open ? (
        <>
          {messages.length > 1 && (
            <ul>
              {messages.map(({ id, subject, to }) => (
                <li key={id}>
                  <button type="button" aria-pressed={id === open.id} onClick={() => setChosen(id)}>
                    {subject} <small>{to}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <h3>{open.subject}</h3>
          <p className="to">To {open.to}</p>
          <BackendPage html={open.html} label="The message" visit={visit} />
        </>
      ) : (
        <p>Nothing yet. Sign up with any address, and its message stands here.</p>
      )}
    </section>
  );
}
