"use client";

import { Auth, type AuthHandlerState, authHandler } from "@portico/react/plugins";
import { useRouter } from "next/navigation";
import { supabase } from "../lib/browser";

/** Links in messages and the GitHub sign-in lead to app/auth/route.ts, where the server creates the session. */
export function SignIn({ state }: { state: AuthHandlerState }) {
  const router = useRouter();
  return (
    <Auth
      supabaseClient={supabase}
      plugins={[authHandler(state)]}
      providers={["github"]}
      magicLink
      onSuccess={({ session }) => {
        if (session) router.replace("/notes");
      }}
    />
  );
}
