import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { DeskError } from "../api/call.ts";
import { deleteMail, listMail, type MessageSummary, subscribeToMail } from "../api/mail.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatCount, formatTime } from "../shell/format.ts";
import { ListStatus, MoreButton } from "../shell/list-parts.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { recipientOf, titleOf } from "./message-text.ts";
import { MessageView } from "./message-view.tsx";

/** The server keeps this many messages. */
const maxMessages = 500;
const pageSize = 100;
const mailKey = ["mail"] as const;

/** Lists the messages that the project has sent, as they arrive. */
export default function MailScreen() {
  const { id } = useParams();
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const [isClearing, setClearing] = useState(false);
  const deferredSearch = useDeferredValue(search);
  const list = useQuery({
    queryKey: [...mailKey, deferredSearch, limit],
    queryFn: ({ signal }) => listMail(deferredSearch, limit, signal),
    placeholderData: (previous) => previous,
  });
  const hasInbox = list.isSuccess;
  useEffect(() => {
    if (!hasInbox) return;
    return subscribeToMail(() => void client.invalidateQueries({ queryKey: mailKey }));
  }, [client, hasInbox]);
  const unread = list.data?.unread ?? 0;
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}Mail – Desk`;
  }, [unread]);
  if (list.error instanceof DeskError && list.error.code === "no_such_wire") return <NoInbox />;
  const messages = list.data?.messages ?? [];
  return (
    <div className="split split-wide" data-chosen={id !== undefined}>
      <section className="split-list" aria-label="Messages">
        <div className="list-top">
          <SearchField
            label="Search messages"
            placeholder="Address, subject or text"
            value={search}
            maxLength={200}
            onChange={setSearch}
          />
          <div className="list-count">
            <p className="quiet" role="status">
              {list.data ? countText(deferredSearch, list.data) : ""}
            </p>
            <button
              type="button"
              className="button button-small"
              aria-disabled={list.data?.total === 0}
              onClick={() => list.data?.total !== 0 && setClearing(true)}
            >
              Delete all
            </button>
          </div>
        </div>
        <ListStatus
          query={list}
          emptyText={
            list.isSuccess &&
            messages.length === 0 &&
            (deferredSearch === "" ? "No messages yet." : "No message matches.")
          }
        />
        <ul className="entries">
          {messages.map((message) => (
            <li key={message.ID}>
              <MessageEntry message={message} isCurrent={message.ID === id} />
            </li>
          ))}
        </ul>
        {list.data && list.data.messages_count > messages.length && limit < maxMessages && (
          <MoreButton onMore={() => setLimit(Math.min(maxMessages, limit + pageSize))} />
        )}
      </section>
      <main id="main" className="split-main" tabIndex={-1}>
        {id === undefined ? (
          <div className="empty">
            <h1>Mail</h1>
            <p className="quiet">
              {list.data?.total === 0
                ? "Emails and text messages of the project appear here instead of being sent."
                : "Choose a message."}
            </p>
          </div>
        ) : (
          <MessageView
            key={id}
            id={id}
            onDeleted={() => void client.invalidateQueries({ queryKey: mailKey })}
          />
        )}
      </main>
      {isClearing && <ClearDialog onClose={() => setClearing(false)} />}
    </div>
  );
}

function countText(
  search: string,
  {
    total,
    unread,
    messages_count: matchCount,
  }: { total: number; unread: number; messages_count: number },
): string {
  if (search.trim() !== "") return `${matchCount} of ${formatCount(total, "message")}`;
  return `${formatCount(total, "message")}${unread > 0 ? `, ${unread} unread` : ""}`;
}

function MessageEntry({
  message,
  isCurrent,
}: {
  readonly message: MessageSummary;
  readonly isCurrent: boolean;
}) {
  return (
    <Link
      className="entry"
      to={`/mail/${encodeURIComponent(message.ID)}`}
      data-unread={!message.Read}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span className="entry-head">
        <bdi className="entry-name">{titleOf(message)}</bdi>
        {message.Code && <code className="entry-code">{message.Code}</code>}
      </span>
      <span className="entry-facts quiet">
        {!message.Read && <span className="visually-hidden">Unread, </span>}
        <bdi className="entry-more">{recipientOf(message)}</bdi>
        <time dateTime={message.Created}>{formatTime(message.Created)}</time>
      </span>
    </Link>
  );
}

function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return (
    <FormDialog
      title="Delete all messages?"
      action="Delete all"
      tone="danger"
      onClose={onClose}
      onSubmit={async () => {
        await deleteMail();
        await client.invalidateQueries({ queryKey: mailKey });
        toasts.show("Deleted all messages.");
        void navigate("/mail");
      }}
    >
      <p>
        This deletes all messages, including those that the search does not find. It cannot be
        undone.
      </p>
    </FormDialog>
  );
}

function NoInbox() {
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <div className="empty">
        <h1>Mail</h1>
        <p className="quiet">
          This server keeps no messages. It has an inbox if no mail server is set in{" "}
          <code>[auth.email.smtp]</code> of config.toml.
        </p>
      </div>
    </main>
  );
}
