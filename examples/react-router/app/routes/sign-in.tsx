import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { redirect, useNavigate } from "react-router";
import { authContext, readState } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/sign-in";

export function loader({ context, request, url }: Route.LoaderArgs) {
  if (context.get(authContext).email) throw redirect("/notes");
  // The address of the page: that of the request may be the one of its data.
  return readState({ url: url.href, headers: request.headers });
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
