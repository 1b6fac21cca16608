import { AuthCard, UserContextProvider } from "@portico/react";
import { SecondFactor, useGate } from "@portico/react/protected";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
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
  const router = useRouter();
  const isRequired = useGate({ supabaseClient: supabase }).state === "second-factor";
  const wasRequired = useRef(false);
  useEffect(() => {
    // The server reads the notes again, or redirects a signed-out visitor to the front page.
    if (wasRequired.current && !isRequired) router.invalidate();
    wasRequired.current = isRequired;
  }, [isRequired, router]);
  if (!isRequired) return children;
  return (
    <AuthCard>
      <SecondFactor supabaseClient={supabase} />
    </AuthCard>
  );
}
