import { redirect } from "react-router";
import { authContext } from "../auth.server";
import type { Route } from "./+types/callback";

/** Users return here with a code, which only their browser can exchange for a session (PKCE). */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const code = searchParams.get("code");
  const isReset = searchParams.get("next") === "/auth/password";
  if (code) {
    const { supabase } = context.get(authContext);
    const { error } = await supabase.auth.exchangeCodeForSession(code);
    if (!error) return redirect(isReset ? "/auth/password" : "/notes");
    searchParams.set("error", error.code ?? "server_error");
    searchParams.set("error_description", error.message);
  }
  // The form on the front page shows the error.
  searchParams.delete("code");
  return redirect(`/?${searchParams}`);
}
