import { redirect } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { visit } from "./visit";

interface Note {
  id: string;
  text: string;
}

/** Returns the email address of the signed-in user. */
export const readEmail = createServerFn()
  .middleware([visit])
  .handler(({ context }) => context.email);

export const readNotes = createServerFn()
  .middleware([visit])
  .handler(async ({ context: { supabase, email } }) => {
    // `href` loads the front page from the server: it is rendered outside of the router, which has this page's nonce.
    if (!email) throw redirect({ href: "/" });
    // The query has no filter by user: row-level security applies one.
    const { data: notes } = await supabase
      .from("notes")
      .select("id, text")
      .order("created_at", { ascending: false })
      .limit(100)
      .overrideTypes<Note[]>()
      .throwOnError();
    return { email, notes };
  });

export const addNote = createServerFn({ method: "POST" })
  .middleware([visit])
  .validator((text: string) => String(text))
  .handler(async ({ context, data: text }) => {
    await context.supabase.from("notes").insert({ text }).throwOnError();
  });

export const deleteNote = createServerFn({ method: "POST" })
  .middleware([visit])
  .validator((id: string) => String(id))
  .handler(async ({ context, data: id }) => {
    await context.supabase.from("notes").delete().eq("id", id).throwOnError();
  });

export const signOut = createServerFn({ method: "POST" })
  .middleware([visit])
  .handler(async ({ context }) => {
    await context.supabase.auth.signOut({ scope: "local" });
    throw redirect({ href: "/" });
  });
