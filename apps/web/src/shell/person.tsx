import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, use } from "react";

const PersonContext = createContext<User | null>(null);

/** Provides the signed-in user to its children. */
export function PersonProvider({ person, children }: { person: User; children: ReactNode }) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

/** Returns the signed-in user. Only signed-in pages have one. */
export function usePerson(): User {
  const person = use(PersonContext);
  if (!person) throw new Error("usePerson must be used within a PersonProvider.");
  return person;
}
