import { call } from "./call.ts";

export const getSnippets = () => call<{ readonly snippets: readonly string[] }>("/snippets");

export const readSnippet = (name: string) =>
  call<{ readonly text: string }>("/snippets/read", { body: { name } });

/** Writes a file to `supabase/snippets`. Replaces an existing file of this name only if `replaces` is true. */
export const saveSnippet = (name: string, text: string, replaces: boolean) =>
  call("/snippets/save", { body: { name, text, replaces } });

export const renameSnippet = (name: string, newName: string) =>
  call("/snippets/rename", { body: { name, to: newName } });

export const deleteSnippet = (name: string) => call("/snippets/delete", { body: { name } });
