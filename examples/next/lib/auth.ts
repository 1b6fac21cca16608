import { createAuthHandler } from "@portico/react/server";
import { createServerClient } from "@supabase/ssr";
import { headers } from "next/headers";
import { createClient } from "./server";
import { cookieOptions, key, url } from "./settings";

/** `handle` answers posted forms and opened links, so both work without the page's script. */
export const { handle, readGate, readState } = createAuthHandler({
  client: (cookies) => createServerClient(url, key, { cookieOptions, cookies }),
  signedInPage: "/notes",
  passwordPage: "/auth/password",
});

/** The query parameters of a page. */
export type SearchParams = Promise<Record<string, string>>;

/** Returns the initial state of a page's form. */
export async function readPageState(path: string, searchParams: SearchParams) {
  const query = new URLSearchParams(await searchParams);
  return readState({ url: `${path}?${query}`, headers: await headers() });
}

/** Returns whether the visitor may see a page for signed-in users. */
export async function readPageGate(path: string, searchParams: SearchParams) {
  const query = new URLSearchParams(await searchParams);
  const supabase = await createClient();
  return readGate(supabase, { url: `${path}?${query}`, headers: await headers() });
}
