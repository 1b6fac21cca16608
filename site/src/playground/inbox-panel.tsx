import { type Ref, useState } from "react";
import type { Message } from "./backend.ts";
import { BackendPage } from "./backend-page.tsx";

/** Returns "1 message" or "3 messages". */
export const countText = ({ length }: readonly Message[]) =>
  length === 1 ? "1 message" : `${length} messages`;

/** Renders the messages that the backend has sent. The newest one is open. */
export function InboxPanel({
  ref,
  messages,
  visit,
}: {
  /** Receives the section, which the button beside the form focuses. */
  ref: Ref<HTMLElement>;
  messages: readonly Message[];
  visit: (address: string) => void;
}) {
  const [chosenId, setChosenId] = useState<string>();
  const openMessage = messages.find(({ id }) => id === chosenId) ?? messages[0];
  return (
    <section className="inbox" aria-label="The inbox" ref={ref} tabIndex={-1}>
      <div className="bar">
        <h2>The inbox</h2>
        <span role="status">{countText(messages)}</span>
      </div>
      {openMessage ? (
        <>
          {messages.length > 1 && (
            <ul>
              {messages.map(({ id, subject, to }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={id === openMessage.id}
                    onClick={() => setChosenId(id)}
                  >
                    {subject} <small>{to}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <h3>{openMessage.subject}</h3>
          <p className="to">To {openMessage.to}</p>
          <BackendPage html={openMessage.html} label="The message" visit={visit} />
        </>
      ) : (
        <p>No messages yet. Sign up with any address to get one.</p>
      )}
    </section>
  );
}
