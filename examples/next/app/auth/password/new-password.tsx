"use client";

import { Auth, type AuthHandlerState, authHandler } from "@portico/react/plugins";
import { useRouter } from "next/navigation";
import { supabase } from "../../../lib/browser";

export function NewPassword({ state }: { state: AuthHandlerState }) {
  const router = useRouter();
  return (
    <Auth
      supabaseClient={supabase}
      plugins={[authHandler(state)]}
      view="update_password"
      onBeforeViewChange={() => false}
      onSuccess={() => router.replace("/notes")}
    />
  );
}
