import { useEffect, useRef } from "react";
import { Form, redirect, useFetcher } from "react-router";
import { readGate, supabaseContext } from "../auth.server";
import { SecondStep } from "../second-step";
import type { Route } from "./+types/notes";

interface Note {
  id: string;
  text: string;
}

/** The server loads the notes of the signed-in user, so the first response already contains them. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const supabase = context.get(supabaseContext);
  // Use the page's `url`: `request.url` can be the address of its data.
  const gate = await readGate(supabase, { url: url.href, headers: request.headers });
  if (gate.redirectTo) throw redirect(gate.redirectTo);
  if (gate.secondFactor) return { secondFactor: gate.secondFactor, notes: [] };
  // The query needs no user filter, because row-level security applies one.
  const { data: notes } = await supabase
    .from("notes")
    .select("id, text")
    .order("created_at", { ascending: false })
    .limit(100)
    .overrideTypes<Note[]>()
    .throwOnError();
  return { email: gate.claims?.email, notes };
}

/** @returns the error message to show */
export async function action({ context, request }: Route.ActionArgs) {
  const supabase = context.get(supabaseContext);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "add": {
      const { error } = await supabase.from("notes").insert({ text: form.get("text") });
      return error?.message;
    }
    case "delete": {
      const { error } = await supabase.from("notes").delete().eq("id", form.get("id"));
      return error?.message;
    }
    case "sign-out":
      await supabase.auth.signOut({ scope: "local" });
      return redirect("/");
    default:
      throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

export default function Notes({ actionData, loaderData }: Route.ComponentProps) {
  const { email, notes, secondFactor } = loaderData;
  if (secondFactor) return <SecondStep handler={secondFactor} />;
  return (
    <>
      <header className="bar">
        <p>Signed in as {email}</p>
        <Form method="post">
          <button type="submit" name="intent" value="sign-out">
            Sign out
          </button>
        </Form>
      </header>
      <h1>Notes</h1>
      <NewNote />
      <p role="alert" className="error">
        {actionData}
      </p>
      <ul className="notes">
        {notes.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            <Form method="post">
              <input type="hidden" name="id" value={id} />
              <button type="submit" name="intent" value="delete" aria-label={`Delete ${text}`}>
                Delete
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewNote() {
  const { Form, data: error, state } = useFetcher<typeof action>();
  const form = useRef<HTMLFormElement>(null);
  const isSending = state !== "idle";
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && !error) form.current?.reset();
    wasSending.current = isSending;
  }, [isSending, error]);
  return (
    <>
      <Form method="post" className="new-note" ref={form}>
        <label htmlFor="text">New note</label>
        <input id="text" name="text" required maxLength={500} autoComplete="off" />
        <button type="submit" name="intent" value="add" disabled={isSending}>
          Add
        </button>
      </Form>
      <p role="alert" className="error">
        {error}
      </p>
    </>
  );
}
