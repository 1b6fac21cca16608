import { createClient as create } from "@supabase/supabase-js";

/** The client of the browser. VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY configure the project. */
export function createClient() {
  return create(import.meta.env.VITE_SUPABASE_URL, import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY, {
    auth: { experimental: { passkey: true } },
  });
}
