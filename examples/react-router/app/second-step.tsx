import { AuthCard, UserContextProvider } from "@portico/react";
import { type HandlerSecondFactor, SecondFactor, useGate } from "@portico/react/protected";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
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
  const { revalidate } = useRevalidator();
  const { state } = useGate({ supabaseClient: supabase });
  const isOver = state !== "loading" && state !== "second-factor";
  useEffect(() => {
    // The server then loads the page, or redirects a visitor who signed out to the front page.
    if (isOver) revalidate();
  }, [isOver, revalidate]);
  return (
    <AuthCard>
      <SecondFactor supabaseClient={supabase} handler={handler} />
    </AuthCard>
  );
}
