import { AuthClient } from "@supabase/auth-js";

/** The reference client. The benchmark never makes it send a request. */
export const auth = new AuthClient({
  url: "http://127.0.0.1:9/auth/v1",
  autoRefreshToken: false,
  persistSession: false,
  detectSessionInUrl: false,
});
