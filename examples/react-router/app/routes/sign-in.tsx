import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { redirect, useNavigate } from "react-router";
import { readState, supabaseContext } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/sign-in";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  // The address of the page: that of the request may be the one of its data.
  const state = readState({ url: url.href, headers: request.headers });
  // getSession() does not verify the cookie; getClaims() does.
  const { data } = await context.get(supabaseContext).auth.getClaims();
  // A signed-in user may open a link too, for example to confirm a new address.
  if (data && !state.link) throw redirect("/notes");
  return state;
}

/** Links in messages, and GitHub, lead to auth.ts, where the server creates the session. */
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
