import { createBrowserClient } from "@supabase/ssr";

/**
 * The client of the browser. It stores the session in cookies, so that the server can read it. NEXT_PUBLIC_SUPABASE_URL
 * and NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY configure the project.
 */
export function createClient() {
  return createBrowserClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL as string,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY as string,
    { auth: { experimental: { passkey: true } } },
  );
}
