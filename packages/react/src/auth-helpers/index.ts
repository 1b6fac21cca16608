/**
 * The provider and the hooks of `@supabase/auth-helpers-react` 0.5. They use this package's session, so `Auth`,
 * `SignedIn` and the other components also work inside a `SessionContextProvider`.
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
