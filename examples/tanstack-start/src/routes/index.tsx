import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readFormState } from "../auth";
import { readEmail } from "../notes";
import { supabase } from "../supabase";

export const Route = createFileRoute("/")({
  beforeLoad: async () => {
    if (await readEmail()) throw redirect({ to: "/notes" });
  },
  loader: ({ location }) => readFormState({ data: location.href }),
  component: SignIn,
});

/** Links in messages, and GitHub, lead to auth.index.ts, where the server creates the session. */
function SignIn() {
  const navigate = useNavigate();
  const state = Route.useLoaderData();
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        plugins={[authHandler(state)]}
        providers={["github"]}
        magicLink
        onSuccess={({ session }) => {
          if (session) navigate({ to: "/notes", replace: true });
        }}
      />
    </AuthCard>
  );
}
