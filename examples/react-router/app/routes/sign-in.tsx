import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { redirect, useNavigate } from "react-router";
import { readState, supabaseContext } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/sign-in";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  // Use the page's `url`: `request.url` can be the address of its data.
  const state = readState({ url: url.href, headers: request.headers });
  // getSession() does not verify the cookie; getClaims() does.
  const { data } = await context.get(supabaseContext).auth.getClaims();
  // Signed-in users open links too, for example to confirm a new address. This page then handles the link.
  if (data && !state.link) throw redirect("/notes");
  return state;
}

/** Links in messages and the GitHub sign-in lead to auth.ts, where the server creates the session. */
export default function SignIn({ loaderData: state }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        plugins={[authHandler(state)]}
        providers={["github"]}
        magicLink
        onSuccess={({ session }) => {
          if (session) navigate("/notes", { replace: true });
        }}
      />
    </AuthCard>
  );
}
