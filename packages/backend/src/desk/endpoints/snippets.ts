import { z } from "zod";
import {
  deleteSnippet,
  listSnippets,
  readSnippet,
  renameSnippet,
  saveSnippet,
} from "../snippets.ts";
import { type Endpoint, readBody } from "./endpoint.ts";

/** A file name without folders and without `.sql`. */
const name = z
  .string()
  .regex(
    /^[\p{L}\p{N}_(][\p{L}\p{N}\p{M} _.()-]{0,99}$/u,
    "A name has letters, digits, spaces and . _ - ( ), and 100 characters at most.",
  );

const snippetShape = z.object({
  name,
  text: z.string().max(1_000_000),
  replaces: z.boolean().default(false),
});

/** `GET /snippets`: returns the names of the files in `supabase/snippets`. */
export const getSnippets: Endpoint = async (context, c) =>
  c.json({ snippets: await listSnippets(context) });

/** `POST /snippets/read`: returns the text of a snippet. */
export const postReadSnippet: Endpoint = async (context, c) => {
  const body = await readBody(c, z.object({ name }));
  return c.json({ text: await readSnippet(context, body.name) });
};

/** `POST /snippets/save`: writes a snippet. */
export const postSaveSnippet: Endpoint = async (context, c) => {
  await saveSnippet(context, await readBody(c, snippetShape));
  return c.json({});
};

/** `POST /snippets/rename`: renames a snippet. */
export const postRenameSnippet: Endpoint = async (context, c) => {
  const body = await readBody(c, z.object({ name, to: name }));
  await renameSnippet(context, body.name, body.to);
  return c.json({});
};

/** `POST /snippets/delete`: deletes a snippet. */
export const postDeleteSnippet: Endpoint = async (context, c) => {
  const body = await readBody(c, z.object({ name }));
  await deleteSnippet(context, body.name);
  return c.json({});
};
