import { type ReactNode, useId } from "react";

/** A part of the account page: what it is about, a word on it, and what can be done. */
export function Section(props: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-section-top">
        <h2 id={id}>{props.title}</h2>
        {props.text && <p>{props.text}</p>}
      </div>
      <div className="account-section-body">{props.children}</div>
    </section>
  );
}
