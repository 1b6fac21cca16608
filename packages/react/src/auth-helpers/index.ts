/**
 * The provider and hooks of `@supabase/auth-helpers-react` 0.5, over this package's own session:
 * `Auth`, `SignedIn` and the rest know the session inside a `SessionContextProvider` as well.
 */
export type { Session, SupabaseClient, User } from "@supabase/supabase-js";
export {
  type SessionContext,
  SessionContextProvider,
  type SessionContextProviderProps,
  useSession,
  useSessionContext,
  useSupabaseClient,
  useUser,
} from "./session-context.tsx";
