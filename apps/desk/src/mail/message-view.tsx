import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { deleteMail, getMessage, getSource, type Message } from "../api/mail.ts";
import { CopyText } from "../shell/copy-text.tsx";
import { Failure } from "../shell/failure.tsx";
import { formatTime } from "../shell/format.ts";
import { Icon } from "../shell/icons.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { MessageFrame } from "./message-frame.tsx";
import { recipientOf, safeLink, titleOf } from "./message-text.ts";

type View = "html" | "text" | "headers" | "source";

/** Shows the code and the link of a message, and its content in four views. */
export function MessageView({
  id,
  onDeleted,
}: {
  readonly id: string;
  /** Called after the message is deleted. The server itself reports when a message is read. */
  readonly onDeleted: () => void;
}) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const message = useQuery({
    queryKey: ["message", id],
    queryFn: () => getMessage(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const remove = async () => {
    try {
      await deleteMail([id]);
      onDeleted();
      toasts.show("Deleted the message.");
      void navigate("/mail");
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <>
      <header className="table-head">
        <Link className="icon-button to-list" to="/mail" aria-label="All messages">
          <Icon name="back" />
        </Link>
        <h1>
          <bdi>{message.data ? titleOf(message.data) : "Message"}</bdi>
        </h1>
        <span className="tabs" />
        <button type="button" className="button" onClick={() => void remove()}>
          <Icon name="trash" />
          Delete
        </button>
      </header>
      {message.isPending && <p className="quiet table-loading">Loading …</p>}
      {message.isError && <Failure error={message.error} onRetry={() => void message.refetch()} />}
      {message.data && <MessageBody message={message.data} />}
    </>
  );
}

function MessageBody({ message }: { readonly message: Message }) {
  const isTextMessage = message.Channel === "sms";
  const [view, setView] = useState<View>(isTextMessage ? "text" : "html");
  const link = safeLink(message.Link);
  const { From: from } = message;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="message-page" tabIndex={0} aria-label="Message">
      <dl className="request-list">
        {!isTextMessage && (
          <>
            <dt>From</dt>
            <dd>
              <bdi>{from.Name ? `${from.Name} <${from.Address}>` : from.Address}</bdi>
            </dd>
          </>
        )}
        <dt>To</dt>
        <dd>
          <bdi>{recipientOf(message)}</bdi>
        </dd>
        <dt>Date</dt>
        <dd>{formatTime(message.Date)}</dd>
        {message.Code !== "" && (
          <>
            <dt>Code</dt>
            <dd className="with-button">
              <code className="message-code">{message.Code}</code>
              <CopyText text={message.Code} name="code" />
            </dd>
          </>
        )}
        {link && (
          <>
            <dt>Link</dt>
            <dd className="with-button">
              <a
                className="message-link"
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                title={link}
              >
                {link}
              </a>
              <CopyText text={link} name="link" />
            </dd>
          </>
        )}
      </dl>
      {!isTextMessage && (
        <fieldset className="button-group">
          <legend className="visually-hidden">View</legend>
          {(["html", "text", "headers", "source"] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {name === "html" ? "HTML" : `${name[0]?.toUpperCase()}${name.slice(1)}`}
            </button>
          ))}
        </fieldset>
      )}
      {view === "html" && (
        <MessageFrame id={message.ID} title={titleOf(message)} html={message.HTML} />
      )}
      {view === "text" && (
        <pre className="definition message-text">
          <bdi>{message.Text}</bdi>
        </pre>
      )}
      {(view === "headers" || view === "source") && <Source id={message.ID} view={view} />}
    </section>
  );
}

function Source({ id, view }: { readonly id: string; readonly view: "headers" | "source" }) {
  const source = useQuery({
    queryKey: ["message-source", id],
    queryFn: () => getSource(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (source.isPending) return <p className="quiet">Loading …</p>;
  if (source.isError) {
    return <Failure error={source.error} onRetry={() => void source.refetch()} />;
  }
  if (view === "source") {
    return (
      <pre className="definition message-text">
        <code>{source.data.source}</code>
      </pre>
    );
  }
  return (
    <dl className="request-list message-headers">
      {Object.entries(source.data.headers).map(([name, values]) => (
        <div key={name} className="fact-pair">
          <dt>{name}</dt>
          <dd>
            <bdi>{values.join("\n")}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
