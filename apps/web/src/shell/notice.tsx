import type { ReactNode } from "react";

/** Replaces the content of a page when there is nothing to show, with the reason and an action. */
export function Notice(props: {
  title: string;
  text: string;
  /** The technical message of the server or the network. */
  detail?: string | undefined;
  picture?: ReactNode;
  action?: { label: string; run: () => void };
  children?: ReactNode;
  role?: "alert";
  /** The level of the title: 1 if the page has no other heading. */
  level?: 1 | 2;
}) {
  const Heading = props.level === 2 ? "h2" : "h1";
  return (
    <div className="notice" role={props.role}>
      {props.picture}
      <Heading>{props.title}</Heading>
      <p>{props.text}</p>
      {props.detail && (
        <p className="notice-detail">
          <code dir="auto">{props.detail}</code>
        </p>
      )}
      {props.action && (
        <button type="button" className="button" onClick={props.action.run}>
          {props.action.label}
        </button>
      )}
      {props.children}
    </div>
  );
}
