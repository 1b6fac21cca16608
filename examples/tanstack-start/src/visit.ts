import { createServerClient } from "@supabase/ssr";
import { createMiddleware } from "@tanstack/react-start";
import { getCookies, setCookie } from "@tanstack/react-start/server";
import { cookieOptions, key, url } from "./settings";

/**
 * Learns who asks, and renews a session that is about to expire. `supabase` is a client in their name,
 * `email` the verified address of somebody who is signed in.
 */
export const visit = createMiddleware().server(async ({ next }) => {
  const supabase = createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () => Object.entries(getCookies()).map(([name, value]) => ({ name, value })),
      setAll(changed) {
        for (const { name, value, options } of changed) setCookie(name, value, options);
      },
    },
  });
  // Not getSession(): a cookie is what the browser says.
  const { data } = await supabase.auth.getClaims();
  return next({ context: { supabase, email: data?.claims.email } });
});
