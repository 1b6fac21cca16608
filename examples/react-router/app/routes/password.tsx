import { AuthCard, UpdatePassword } from "@portico/react";
import { redirect, useNavigate } from "react-router";
import { supabase } from "../supabase";
import { visitContext } from "../visit.server";
import type { Route } from "./+types/password";

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(visitContext).email) throw redirect("/");
}

/** The page behind the password reset link. */
export default function Password() {
  const navigate = useNavigate();
  return (
    <AuthCard>
      <UpdatePassword
        supabaseClient={supabase}
        onSuccess={() => navigate("/notes", { replace: true })}
      />
    </AuthCard>
  );
}
