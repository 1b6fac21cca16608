import { type User, useUser } from "@portico/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { supabase } from "./supabase";

interface Note {
  id: string;
  text: string;
}

/**
 * Shows the active organization's notes, or the user's own if none is active. The queries need no filter, because
 * row-level security applies one.
 */
export function Notes({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const { session } = useUser();
  // The access token names the active organization. As part of the key, it keeps the previous organization's notes from
  // being shown after a switch.
  const queryKey = ["notes", user.id, session?.access_token];
  const onSuccess = () => queryClient.invalidateQueries({ queryKey });

  const notes = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Note[]> => {
      const { data } = await supabase
        .from("notes")
        .select("id, text")
        .order("created_at", { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
  const add = useMutation({
    mutationFn: async (text: string) => supabase.from("notes").insert({ text }).throwOnError(),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => supabase.from("notes").delete().eq("id", id).throwOnError(),
    onSuccess,
  });
  const error = add.error ?? remove.error ?? notes.error;

  return (
    <>
      <header className="bar">
        <p>Signed in as {user.email}</p>
        <button type="button" onClick={() => supabase.auth.signOut()}>
          Sign out
        </button>
      </header>
      <h1>Notes</h1>
      <form
        className="new-note"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const text = new FormData(form).get("text");
          add.mutate(String(text), { onSuccess: () => form.reset() });
        }}
      >
        <label htmlFor="text">New note</label>
        <input id="text" name="text" required maxLength={500} autoComplete="off" />
        <button type="submit" disabled={add.isPending}>
          Add
        </button>
      </form>
      <p role="alert" className="error">
        {error?.message}
      </p>
      <ul className="notes">
        {notes.data?.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            <button type="button" aria-label={`Delete ${text}`} onClick={() => remove.mutate(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
