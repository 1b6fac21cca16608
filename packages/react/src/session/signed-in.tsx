"use client";

import type { Session } from "@supabase/auth-js";
import type { ReactNode } from "react";
import { useUser } from "./user-context.tsx";

/**
 * Shows its children to whoever is signed in. Somebody whom a link to reset the password brought
 * here is not, until they have set one: see {@link SignedOut}.
 */
export function SignedIn({ children }: { children?: ReactNode }) {
  const { recovering, session } = useUser();
  return <>{session && !recovering && children}</>;
}

/**
 * Shows its children once it is known that nobody is signed in. With `<Auth>` inside it is the
 * door of an application: whoever resets the password meets the form for the new one there.
 */
export function SignedOut({ children }: { children?: ReactNode }) {
  const { recovering, status } = useUser();
  return <>{(status === "signed-out" || recovering) && children}</>;
}

/**
 * The session: undefined while it is not known yet, null when there is none.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useSession(): Session | null | undefined {
  const { session, status } = useUser();
  return status === "loading" ? undefined : session;
}
