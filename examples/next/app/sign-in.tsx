"use client";

import { Auth } from "@portico/react";
import { useRouter } from "next/navigation";
import { supabase } from "../lib/browser";

/** Links in messages, and GitHub, lead to app/auth/callback, where the server creates the session. */
export function SignIn() {
  const router = useRouter();
  const callback = typeof location === "undefined" ? "" : `${location.origin}/auth/callback`;
  return (
    <Auth
      supabaseClient={supabase}
      providers={["github"]}
      magicLink
      redirectTo={{
        sign_up: callback,
        magic_link: callback,
        social: callback,
        forgotten_password: `${callback}?next=/auth/password`,
      }}
      onSuccess={({ session }) => {
        if (session) router.replace("/notes");
      }}
    />
  );
}
