import { useState } from "react";
import { pageUrl } from "../home/page-url.ts";

/** Renders the running backend's desk: its tables, SQL as any role or user, and explanations of responses. */
export function DeskPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="desk" aria-label="The desk">
      <div className="bar">
        <h2>The desk</h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close the desk" : "Open the desk"}
        </button>
      </div>
      {isOpen ? (
        <iframe title="The desk" src={pageUrl("playground/desk/")} />
      ) : (
        <p>
          The tables of this database, SQL as any role or user, and why a request gets what it gets.
          The table <code>notes</code> has a note for each account, which only its owner sees.
        </p>
      )}
    </section>
  );
}
