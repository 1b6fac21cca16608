import { AuthCard, UserContextProvider } from "@portico/react";
import { SecondFactor, useGate } from "@portico/react/protected";
import { type ReactNode, useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { supabase } from "./supabase";

/** Asks users for their second factor. Until then row-level security shows them no notes. */
export function SecondStep({ children }: { children: ReactNode }) {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <Step>{children}</Step>
    </UserContextProvider>
  );
}

function Step({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator();
  const isRequired = useGate({ supabaseClient: supabase }).state === "second-factor";
  const wasRequired = useRef(false);
  useEffect(() => {
    // The server reads the notes again, or redirects a signed-out visitor to the front page.
    if (wasRequired.current && !isRequired) revalidate();
    wasRequired.current = isRequired;
  }, [isRequired, revalidate]);
  if (!isRequired) return children;
  return (
    <AuthCard>
      <SecondFactor supabaseClient={supabase} />
    </AuthCard>
  );
}
