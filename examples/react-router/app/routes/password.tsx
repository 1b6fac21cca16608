import { AuthCard, UpdatePassword } from "@portico/react";
import { redirect, useNavigate } from "react-router";
import { authContext } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/password";

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(authContext).email) throw redirect("/");
}

/** The page that the password reset link opens. */
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
