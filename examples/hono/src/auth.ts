import { createAuthHandler, type ServerGate } from "@portico/react/server";
import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createMiddleware } from "hono/factory";
import { cookieOptions, key, url } from "./settings.ts";

/** Answers posted forms, links in messages and redirects from providers. */
export const auth = createAuthHandler({
  client: (cookies) => createServerClient(url, key, { cookieOptions, cookies }),
  signedInPage: "/notes",
  passwordPage: "/auth/password",
});

export interface AuthVariables {
  /** A Supabase client with the request's session. */
  supabase: SupabaseClient;
  /** Whether the visitor may see a page for signed-in users. */
  gate: ServerGate;
}

/** Verifies the visitor, and refreshes a session that is about to expire. */
export const authMiddleware = createMiddleware<{ Variables: AuthVariables }>(
  async (context, next) => {
    const refreshedCookies: string[] = [];
    const supabase = createServerClient(url, key, {
      cookieOptions,
      cookies: {
        getAll: () =>
          parseCookieHeader(context.req.header("Cookie") ?? "").map(({ name, value = "" }) => ({
            name,
            value,
          })),
        setAll(cookiesToSet) {
          for (const { name, value, options } of cookiesToSet)
            refreshedCookies.push(serializeCookieHeader(name, value, options));
        },
      },
    });
    context.set("supabase", supabase);
    context.set("gate", await auth.readGate(supabase, context.req.raw));
    await next();
    for (const cookie of refreshedCookies) context.header("Set-Cookie", cookie, { append: true });
    // Caches must not store a page with a user's data or cookies.
    context.header("Cache-Control", "private, no-store");
  },
);
