import type { ReactNode } from "react";

/** Takes the place of a page's content when there is none to show: says why, and offers a way on. */
export function Notice(props: {
  title: string;
  text: string;
  /** The words of the server or the network, for whoever wants to know. */
  detail?: string | undefined;
  picture?: ReactNode;
  action?: { label: string; run: () => void };
  children?: ReactNode;
  role?: "alert";
  /** The level of the title: 1 where the notice is all that the page has. */
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
