import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { redirect, useNavigate } from "react-router";
import { authContext, readState } from "../auth.server";
import { supabase } from "../supabase";
import type { Route } from "./+types/password";

export function loader({ context, request, url }: Route.LoaderArgs) {
  if (!context.get(authContext).email) throw redirect("/");
  // The address of the page: that of the request may be the one of its data.
  return readState({ url: url.href, headers: request.headers });
}

/** The page that the password reset link opens. */
export default function Password({ loaderData: state }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        plugins={[authHandler(state)]}
        view="update_password"
        onBeforeViewChange={() => false}
        onSuccess={() => navigate("/notes", { replace: true })}
      />
    </AuthCard>
  );
}
