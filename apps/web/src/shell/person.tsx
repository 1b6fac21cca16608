import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, use } from "react";

const PersonContext = createContext<User | null>(null);

/** Says who is signed in to everything below it. */
export function PersonProvider({ person, children }: { person: User; children: ReactNode }) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

/** The signed-in user. Only pages that need a session use it. */
export function usePerson(): User {
  const person = use(PersonContext);
  if (!person) throw new Error("usePerson must be used within a PersonProvider.");
  return person;
}
