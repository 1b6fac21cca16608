import { AuthCard } from "@portico/react";
import { Auth, authHandler } from "@portico/react/plugins";
import { redirect, useNavigate } from "react-router";
import { readGate, readState, supabaseContext } from "../auth.server";
import { SecondStep } from "../second-step";
import { supabase } from "../supabase";
import type { Route } from "./+types/password";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  // Use the page's `url`: `request.url` can be the address of its data.
  const page = { url: url.href, headers: request.headers };
  const gate = await readGate(context.get(supabaseContext), page);
  if (gate.redirectTo) throw redirect(gate.redirectTo);
  return { state: readState(page), secondFactor: gate.secondFactor };
}

/** The page that the password reset link opens. */
export default function Password({ loaderData }: Route.ComponentProps) {
  const { state, secondFactor } = loaderData;
  const navigate = useNavigate();
  if (secondFactor) return <SecondStep handler={secondFactor} />;
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
