import { createServerFn } from "@tanstack/react-start";
import { authMiddleware } from "./auth";

interface Note {
  id: string;
  text: string;
}

export const readNotes = createServerFn()
  .middleware([authMiddleware])
  .handler(async ({ context: { supabase } }) => {
    // The query needs no user filter, because row-level security applies one.
    const { data: notes } = await supabase
      .from("notes")
      .select("id, text")
      .order("created_at", { ascending: false })
      .limit(100)
      .overrideTypes<Note[]>()
      .throwOnError();
    return notes;
  });

export const addNote = createServerFn({ method: "POST" })
  .middleware([authMiddleware])
  .validator((text: string) => String(text))
  .handler(async ({ context, data: text }) => {
    await context.supabase.from("notes").insert({ text }).throwOnError();
  });

export const deleteNote = createServerFn({ method: "POST" })
  .middleware([authMiddleware])
  .validator((id: string) => String(id))
  .handler(async ({ context, data: id }) => {
    await context.supabase.from("notes").delete().eq("id", id).throwOnError();
  });
