import { AuthCard, UpdatePassword } from "@portico/react";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { readEmail } from "../notes";
import { supabase } from "../supabase";

export const Route = createFileRoute("/auth/password")({
  beforeLoad: async () => {
    if (!(await readEmail())) throw redirect({ to: "/" });
  },
  component: Password,
});

/** The page that the password reset link opens. */
function Password() {
  const navigate = useNavigate();
  return (
    <AuthCard>
      <UpdatePassword
        supabaseClient={supabase}
        onSuccess={() => navigate({ to: "/notes", replace: true })}
      />
    </AuthCard>
  );
}
