import { createClient as createSupabaseClient } from "@supabase/supabase-js";

/** Creates the browser's client from VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY. */
export function createClient() {
  return createSupabaseClient(
    import.meta.env.VITE_SUPABASE_URL,
    import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
    { auth: { experimental: { passkey: true } } },
  );
}
