import { redirect } from "next/navigation";
import { readPageGate, type SearchParams } from "../../lib/auth";
import { createClient } from "../../lib/server";
import { SecondStep } from "../second-step";
import { deleteNote, signOut } from "./actions";
import { NewNote } from "./new-note";

interface Note {
  id: string;
  text: string;
}

/** The server renders this page for the signed-in user, so the first response already contains the notes. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const gate = await readPageGate("/notes", searchParams);
  if (gate.redirectTo) redirect(gate.redirectTo);
  if (gate.secondFactor) return <SecondStep handler={gate.secondFactor} />;
  const supabase = await createClient();
  // The query needs no user filter, because row-level security applies one.
  const { data: notes } = await supabase
    .from("notes")
    .select("id, text")
    .order("created_at", { ascending: false })
    .limit(100)
    .overrideTypes<Note[]>()
    .throwOnError();
  return (
    <>
      <header className="bar">
        <p>Signed in as {gate.claims?.email}</p>
        <form action={signOut}>
          <button type="submit">Sign out</button>
        </form>
      </header>
      <h1>Notes</h1>
      <NewNote />
      <ul className="notes">
        {notes.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            <form action={deleteNote.bind(null, id)}>
              <button type="submit" aria-label={`Delete ${text}`}>
                Delete
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
