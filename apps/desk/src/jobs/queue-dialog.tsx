import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { getMessages, type QueueMessage, removeFromQueue, sendToQueue } from "../api/jobs.ts";
import { formatDateTime } from "../export/units.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";

const pollMs = 2_000;

/** Lists the messages of a queue without taking them, and sends new ones. */
export function QueueDialog({
  queue,
  onChange,
  onClose,
}: {
  readonly queue: string;
  readonly onChange: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const toasts = useToasts();
  const [isArchive, setArchive] = useState(false);
  const messages = useQuery({
    queryKey: ["messages", queue, isArchive],
    queryFn: () => getMessages(queue, isArchive),
    refetchInterval: pollMs,
  });
  const refresh = async () => {
    await Promise.all([messages.refetch(), onChange()]);
  };
  const remove = async (id: string, action: "archive" | "delete") => {
    try {
      const { isDone } = await removeFromQueue(queue, id, action);
      const verb = action === "archive" ? "Archived" : "Deleted";
      toasts.show(isDone ? `${verb} message ${id}.` : `Message ${id} no longer exists.`);
      await refresh();
    } catch (error) {
      toasts.fail(error);
    }
  };
  const visibleMessages = messages.data?.messages ?? [];
  return (
    <Dialog title={queue} className="dialog-side" onClose={onClose}>
      {() => (
        <div className="request-details">
          <SendForm queue={queue} onSent={refresh} />
          <fieldset className="button-group">
            <legend className="visually-hidden">Messages to show</legend>
            <button
              type="button"
              className="button"
              aria-pressed={!isArchive}
              onClick={() => setArchive(false)}
            >
              Queue
            </button>
            <button
              type="button"
              className="button"
              aria-pressed={isArchive}
              onClick={() => setArchive(true)}
            >
              Archive
            </button>
          </fieldset>
          {messages.isError && (
            <Failure error={messages.error} onRetry={() => void messages.refetch()} />
          )}
          {messages.isSuccess && visibleMessages.length === 0 && (
            <p className="quiet">{isArchive ? "Nothing is archived." : "The queue is empty."}</p>
          )}
          <ul className="rows">
            {visibleMessages.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                onArchive={isArchive ? undefined : () => void remove(message.id, "archive")}
                onDelete={isArchive ? undefined : () => void remove(message.id, "delete")}
              />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function MessageItem({
  message: { id, reads, enqueuedAt, visibleAt, archivedAt, message, isCut },
  onArchive,
  onDelete,
}: {
  readonly message: QueueMessage;
  readonly onArchive: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}) {
  const isTaken = archivedAt === null && Date.parse(visibleAt) > Date.now();
  return (
    <li>
      <div className="row-main">
        <pre className="definition">
          <code>{message ?? "null"}</code>
        </pre>
        {isCut && <span className="quiet">Only the beginning is shown.</span>}
        <span className="quiet">
          Message {id}, sent {formatDateTime(enqueuedAt)}, read {reads} times
          {isTaken ? `, taken or delayed until ${formatDateTime(visibleAt)}` : ""}
          {archivedAt ? `, archived ${formatDateTime(archivedAt)}` : ""}
        </span>
      </div>
      {(onArchive || onDelete) && (
        <span className="button-row">
          <button type="button" className="button button-small" onClick={onArchive}>
            Archive<span className="visually-hidden"> message {id}</span>
          </button>
          <button type="button" className="button button-small button-danger" onClick={onDelete}>
            Delete<span className="visually-hidden"> message {id}</span>
          </button>
        </span>
      )}
    </li>
  );
}

function SendForm({
  queue,
  onSent,
}: {
  readonly queue: string;
  readonly onSent: () => Promise<void>;
}) {
  const id = useId();
  const [text, setText] = useState('{ "hello": "queue" }');
  const send = useMutation({
    mutationFn: () => sendToQueue(queue, text),
    onSuccess: () => onSent(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <label htmlFor={`${id}-message`}>New message, as JSON</label>
      <textarea
        id={`${id}-message`}
        className="input input-code"
        rows={2}
        required
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {send.isError && <Failure error={send.error} />}
      <button type="submit" className="button">
        Send
      </button>
    </form>
  );
}
