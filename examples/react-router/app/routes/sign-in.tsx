import { Auth, AuthCard } from "@portico/react";
import { redirect, useNavigate } from "react-router";
import { authContext } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/sign-in";

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(authContext).email) throw redirect("/notes");
}

/** Links in messages, and GitHub, lead to callback.ts, where the server creates the session. */
export default function SignIn() {
  const navigate = useNavigate();
  const callback = typeof location === "undefined" ? "" : `${location.origin}/auth/callback`;
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        providers={["github"]}
        magicLink
        redirectTo={{
          sign_up: callback,
          magic_link: callback,
          social: callback,
          forgotten_password: `${callback}?next=/auth/password`,
        }}
        onSuccess={({ session }) => {
          if (session) navigate("/notes", { replace: true });
        }}
      />
    </AuthCard>
  );
}
