"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { createClient } from "../../lib/server";

/** @returns the error message to show */
export async function addNote(_previousError: string, form: FormData): Promise<string> {
  const supabase = await createClient();
  const { error } = await supabase.from("notes").insert({ text: form.get("text") });
  revalidatePath("/notes");
  return error?.message ?? "";
}

export async function deleteNote(id: string): Promise<void> {
  const supabase = await createClient();
  await supabase.from("notes").delete().eq("id", id).throwOnError();
  revalidatePath("/notes");
}

export async function signOut(): Promise<void> {
  const supabase = await createClient();
  await supabase.auth.signOut({ scope: "local" });
  redirect("/");
}
