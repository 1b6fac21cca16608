import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readFormState } from "../auth";
import { readEmail } from "../notes";
import { supabase } from "../supabase";

export const Route = createFileRoute("/auth/password")({
  beforeLoad: async () => {
    if (!(await readEmail())) throw redirect({ to: "/" });
  },
  loader: ({ location }) => readFormState({ data: location.href }),
  component: Password,
});

/** The page that the password reset link opens. */
function Password() {
  const navigate = useNavigate();
  const state = Route.useLoaderData();
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        plugins={[authHandler(state)]}
        view="update_password"
        onBeforeViewChange={() => false}
        onSuccess={() => navigate({ to: "/notes", replace: true })}
      />
    </AuthCard>
  );
}
