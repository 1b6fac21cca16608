import { createServerClient } from "@supabase/ssr";
import { createMiddleware } from "@tanstack/react-start";
import { getCookies, setCookie } from "@tanstack/react-start/server";
import { cookieOptions, key, url } from "./settings";

/**
 * Verifies the user, and refreshes a session that is about to expire. `supabase` is a client with the user's session,
 * `email` the user's verified e-mail address.
 */
export const authMiddleware = createMiddleware().server(async ({ next }) => {
  const supabase = createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () => Object.entries(getCookies()).map(([name, value]) => ({ name, value })),
      setAll(cookiesToSet) {
        for (const { name, value, options } of cookiesToSet) setCookie(name, value, options);
      },
    },
  });
  // getSession() does not verify the cookie; getClaims() does.
  const { data } = await supabase.auth.getClaims();
  return next({ context: { supabase, email: data?.claims.email } });
});
