import { createBrowserClient } from "@supabase/ssr";

/**
 * Creates the browser's client from NEXT_PUBLIC_SUPABASE_URL and NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY. The client
 * stores the session in cookies, so that the server can read it.
 */
export function createClient() {
  return createBrowserClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL as string,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY as string,
    { auth: { experimental: { passkey: true } } },
  );
}
