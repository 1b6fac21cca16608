import { AuthCard, UserContextProvider } from "@portico/react";
import { type HandlerSecondFactor, SecondFactor, useGate } from "@portico/react/protected";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { supabase } from "./supabase";

/** Asks for the second factor instead of showing the page. It also works without its script. */
export function SecondStep({ handler }: { handler: HandlerSecondFactor }) {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <Step handler={handler} />
    </UserContextProvider>
  );
}

function Step({ handler }: { handler: HandlerSecondFactor }) {
  const router = useRouter();
  const { state } = useGate({ supabaseClient: supabase });
  const isOver = state !== "loading" && state !== "second-factor";
  useEffect(() => {
    // The server then loads the page, or redirects a visitor who signed out to the front page.
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  return (
    <AuthCard>
      <SecondFactor supabaseClient={supabase} handler={handler} />
    </AuthCard>
  );
}
