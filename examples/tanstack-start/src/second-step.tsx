import { AuthCard, UserContextProvider } from "@portico/react";
import { SecondFactor, useGate } from "@portico/react/protected";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { supabase } from "./supabase";

/** Asks for the second factor of those who have one. Until then row-level security shows them no notes. */
export function SecondStep({ children }: { children: ReactNode }) {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <Step>{children}</Step>
    </UserContextProvider>
  );
}

function Step({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isAsked = useGate({ supabaseClient: supabase }).state === "second-factor";
  const wasAsked = useRef(false);
  useEffect(() => {
    // The server reads the notes again, or sends whoever signed out to the front page.
    if (wasAsked.current && !isAsked) router.invalidate();
    wasAsked.current = isAsked;
  }, [isAsked, router]);
  if (!isAsked) return children;
  return (
    <AuthCard>
      <SecondFactor supabaseClient={supabase} />
    </AuthCard>
  );
}
