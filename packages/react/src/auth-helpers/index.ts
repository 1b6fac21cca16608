/**
 * The provider and hooks of `@supabase/auth-helpers-react` 0.5, based on this package's session:
 * `Auth`, `SignedIn` and the others read the session inside a `SessionContextProvider` as well.
 */
export type { SupabaseClient } from "@supabase/supabase-js";
export type { Session, User } from "../supabase-types.ts";
export {
  type SessionContext,
  SessionContextProvider,
  type SessionContextProviderProps,
  useSession,
  useSessionContext,
  useSupabaseClient,
  useUser,
} from "./session-context.tsx";
