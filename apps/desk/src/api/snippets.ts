import { call } from "./call.ts";

export const getSnippets = () => call<{ readonly snippets: readonly string[] }>("/snippets");

export const readSnippet = (name: string) =>
  call<{ readonly text: string }>("/snippets/read", { body: { name } });

/** Writes a file of `supabase/snippets`. Another one of this name stays unless it is to be replaced. */
export const saveSnippet = (name: string, text: string, replaces: boolean) =>
  call("/snippets/save", { body: { name, text, replaces } });

export const renameSnippet = (name: string, to: string) =>
  call("/snippets/rename", { body: { name, to } });

export const deleteSnippet = (name: string) => call("/snippets/delete", { body: { name } });
