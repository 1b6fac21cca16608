import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, use } from "react";

const SignedInUserContext = createContext<User | null>(null);

/** Provides the signed-in user to its children. */
export function SignedInUserProvider({ user, children }: { user: User; children: ReactNode }) {
  return <SignedInUserContext value={user}>{children}</SignedInUserContext>;
}

/** Returns the signed-in user. Only signed-in pages have one. */
export function useSignedInUser(): User {
  const user = use(SignedInUserContext);
  if (!user) throw new Error("useSignedInUser must be used within a SignedInUserProvider.");
  return user;
}
