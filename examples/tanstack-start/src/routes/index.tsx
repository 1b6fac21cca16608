import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readFormState, readGate } from "../auth";
import { supabase } from "../supabase";

export const Route = createFileRoute("/")({
  loader: async ({ location: { href } }) => {
    const [state, gate] = await Promise.all([
      readFormState({ data: href }),
      readGate({ data: href }),
    ]);
    // Signed-in users open links too, for example to confirm a new address. This page then handles the link.
    if (gate.email && !state.link) throw redirect({ to: "/notes" });
    return state;
  },
  component: SignIn,
});

/** Links in messages and the GitHub sign-in lead to auth.index.ts, where the server creates the session. */
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
