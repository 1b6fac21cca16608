import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useState } from "react";
import type { OpenChannel } from "./open-channel.ts";

/** Sends a broadcast to the channel. */
export function SendForm({ channel }: { readonly channel: RefObject<OpenChannel | null> }) {
  const id = useId();
  const [event, setEvent] = useState("message");
  const [text, setText] = useState('{ "text": "Hello" }');
  const send = useMutation({
    mutationFn: async () => {
      const result = await channel.current?.send(event, parse(text));
      if (result !== "ok") throw new Error(`The server did not accept the broadcast: ${result}.`);
    },
  });
  const submit = (submitEvent: FormEvent) => {
    submitEvent.preventDefault();
    send.mutate();
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Broadcast</h2>
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <div>
            <label htmlFor={`${id}-event`}>Event</label>
            <input
              id={`${id}-event`}
              className="input input-code"
              required
              maxLength={255}
              spellCheck={false}
              autoCapitalize="off"
              value={event}
              onChange={({ target }) => setEvent(target.value)}
            />
          </div>
          <div>
            <label htmlFor={`${id}-payload`}>Payload, as JSON</label>
            <textarea
              id={`${id}-payload`}
              className="input input-code"
              rows={2}
              required
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        </div>
        {send.isError && (
          <p className="field-problem" role="alert">
            {send.error.message}
          </p>
        )}
        <button type="submit" className="button">
          Send
        </button>
      </form>
    </section>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The payload is not JSON: ${(error as Error).message}`);
  }
}
