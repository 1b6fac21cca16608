"use client";

import type { ReactNode } from "react";
import type { Session } from "../supabase-types.ts";
import { useUser } from "./user-context.tsx";

/**
 * Shows its children to users who are signed in. A visitor whom a link to reset the password brought
 * here is not, until they have set one: see {@link SignedOut}.
 */
export function SignedIn({ children }: { children?: ReactNode }) {
  const { recovering, session } = useUser();
  return <>{session && !recovering && children}</>;
}

/**
 * Shows its children once it is known that nobody is signed in. With `<Auth>` inside it is the
 * door of an application: after a reset link, the form for the new password is there too.
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
