import { createServerClient } from "@supabase/ssr";
import { cookies } from "next/headers";
import { cookieOptions, key, url } from "./settings";

/** Returns a client with the session of the request. */
export async function createClient() {
  const store = await cookies();
  return createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () => store.getAll(),
      setAll(changed) {
        try {
          for (const { name, value, options } of changed) store.set(name, value, options);
        } catch {
          // A page cannot set cookies, and need not: the proxy has already set them.
        }
      },
    },
  });
}
