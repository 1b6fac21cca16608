import { createAuthHandler } from "@portico/react/server";
import { createServerClient } from "@supabase/ssr";
import { createMiddleware, createServerFn } from "@tanstack/react-start";
import { getCookies, getRequestHeaders, setCookie } from "@tanstack/react-start/server";
import { cookieOptions, key, url } from "./settings";

/** Answers posted forms and opened links, so both work without the page's script. */
export const authHandler = createAuthHandler({
  client: (cookies) => createServerClient(url, key, { cookieOptions, cookies }),
  signedInPage: "/notes",
  passwordPage: "/auth/password",
});

/** Returns the initial state of a page's form. */
export const readFormState = createServerFn()
  .validator((page: string) => String(page))
  .handler(({ data: page }) => authHandler.readState({ url: page, headers: getRequestHeaders() }));

/** Refreshes a session that is about to expire. `supabase` is a client with the request's session. */
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
  return next({ context: { supabase } });
});

/** Returns whether the visitor may see a page for signed-in users. */
export const readGate = createServerFn()
  .middleware([authMiddleware])
  .validator((page: string) => String(page))
  .handler(async ({ context, data: page }) => {
    const request = { url: page, headers: getRequestHeaders() };
    const { claims, redirectTo, secondFactor } = await authHandler.readGate(
      context.supabase,
      request,
    );
    return { email: claims?.email, redirectTo, secondFactor };
  });
