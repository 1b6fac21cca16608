import { Auth, AuthCard } from "@portico/react";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readEmail } from "../notes";
import { supabase } from "../supabase";

export const Route = createFileRoute("/")({
  beforeLoad: async () => {
    if (await readEmail()) throw redirect({ to: "/notes" });
  },
  component: SignIn,
});

/** Links in messages, and GitHub, lead to auth.callback.ts, where the server creates the session. */
function SignIn() {
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
          if (session) navigate({ to: "/notes", replace: true });
        }}
      />
    </AuthCard>
  );
}
