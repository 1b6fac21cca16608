import { AuthCard, UpdatePassword } from "@portico/react";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { whoAsks } from "../notes";
import { supabase } from "../supabase";

export const Route = createFileRoute("/auth/password")({
  beforeLoad: async () => {
    if (!(await whoAsks())) throw redirect({ to: "/" });
  },
  component: Password,
});

/** For whoever followed the link in a message about a forgotten password. */
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
