import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { readGate } from "../auth";
import { addNote, deleteNote, readNotes } from "../notes";
import { SecondStep } from "../second-step";

/** The server loads the notes of the signed-in user, so the first response already contains them. */
export const Route = createFileRoute("/notes")({
  loader: async ({ location }) => {
    const { email, redirectTo, secondFactor } = await readGate({ data: location.href });
    // `href` makes the browser load the front page from the server, since the router has the nonce of the current page.
    if (redirectTo) throw redirect({ href: redirectTo });
    return { email, secondFactor, notes: secondFactor ? [] : await readNotes() };
  },
  component: Notes,
});

function Notes() {
  const { email, notes, secondFactor } = Route.useLoaderData();
  const router = useRouter();
  const [error, setError] = useState("");

  /** Changes the notes, then reloads them. */
  async function change(mutate: () => Promise<void>) {
    try {
      await mutate();
      setError("");
      await router.invalidate();
    } catch (error) {
      setError(error instanceof Error ? error.message : String(error));
    }
  }

  if (secondFactor) return <SecondStep handler={secondFactor} />;
  return (
    <>
      <header className="bar">
        <p>Signed in as {email}</p>
        <form method="post" action="/auth?view=sign_out">
          <button type="submit">Sign out</button>
        </form>
      </header>
      <h1>Notes</h1>
      <form
        className="new-note"
        action={(form) => change(() => addNote({ data: String(form.get("text")) }))}
      >
        <label htmlFor="text">New note</label>
        <input id="text" name="text" required maxLength={500} autoComplete="off" />
        <button type="submit">Add</button>
      </form>
      <p role="alert" className="error">
        {error}
      </p>
      <ul className="notes">
        {notes.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            <button
              type="button"
              aria-label={`Delete ${text}`}
              onClick={() => change(() => deleteNote({ data: id }))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
