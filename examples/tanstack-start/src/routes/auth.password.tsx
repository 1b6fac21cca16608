import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readFormState, readGate } from "../auth";
import { SecondStep } from "../second-step";
import { supabase } from "../supabase";

export const Route = createFileRoute("/auth/password")({
  loader: async ({ location: { href } }) => {
    const [state, gate] = await Promise.all([
      readFormState({ data: href }),
      readGate({ data: href }),
    ]);
    if (gate.redirectTo) throw redirect({ href: gate.redirectTo });
    return { state, secondFactor: gate.secondFactor };
  },
  component: Password,
});

/** The page that the password reset link opens. */
function Password() {
  const navigate = useNavigate();
  const { state, secondFactor } = Route.useLoaderData();
  if (secondFactor) return <SecondStep handler={secondFactor} />;
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
