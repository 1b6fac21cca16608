import { createServerClient } from "@supabase/ssr";
import { cookies } from "next/headers";
import { cookieOptions, key, url } from "./settings";

/** Creates a Supabase client with the session of the current request. */
export async function createClient() {
  const cookieStore = await cookies();
  return createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () => cookieStore.getAll(),
      setAll(cookiesToSet) {
        try {
          for (const { name, value, options } of cookiesToSet)
            cookieStore.set(name, value, options);
        } catch {
          // A page cannot set cookies. The proxy has already set them.
        }
      },
    },
  });
}
