import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import { createClient } from "../../../lib/server";

/** Users return here with a code, which only their browser can exchange for a session (PKCE). */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const code = searchParams.get("code");
  const isReset = searchParams.get("next") === "/auth/password";
  if (code) {
    const supabase = await createClient();
    const { error } = await supabase.auth.exchangeCodeForSession(code);
    // Redirect to a path: behind a proxy, the host of the request is localhost.
    if (!error) redirect(isReset ? "/auth/password" : "/notes");
    searchParams.set("error", error.code ?? "server_error");
    searchParams.set("error_description", error.message);
  }
  // The form on the front page shows the error.
  searchParams.delete("code");
  redirect(`/?${searchParams}`);
}
