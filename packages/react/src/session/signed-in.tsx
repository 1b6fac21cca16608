"use client";

import type { ReactNode } from "react";
import type { Session } from "../supabase-types.ts";
import { useUser } from "./user-context.tsx";

/**
 * Renders its children for signed-in users. A visitor who followed a link to reset the password is only treated as
 * signed in after setting the new password: see {@link SignedOut}.
 */
export function SignedIn({ children }: { children?: ReactNode }) {
  const { recovering, session } = useUser();
  return <>{session && !recovering && children}</>;
}

/**
 * Renders its children for visitors who are signed out, and while a password is being reset. Put `<Auth>` inside, which
 * also shows the form for the new password.
 */
export function SignedOut({ children }: { children?: ReactNode }) {
  const { recovering, status } = useUser();
  return <>{(status === "signed-out" || recovering) && children}</>;
}

/**
 * Returns the session; undefined while it is loading, or null if the visitor is signed out.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useSession(): Session | null | undefined {
  const { session, status } = useUser();
  return status === "loading" ? undefined : session;
}
