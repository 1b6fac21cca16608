import { createAuthHandler } from "@portico/react/server";
import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type MiddlewareFunction } from "react-router";
import { cookieOptions, key, url } from "./settings";

/** A Supabase client with the request's session. */
export const supabaseContext = createContext<SupabaseClient>();

/** `handle` answers posted forms and opened links, so both work without the page's script. */
export const { handle, readGate, readState } = createAuthHandler({
  client: (cookies) => createServerClient(url, key, { cookieOptions, cookies }),
  signedInPage: "/notes",
  passwordPage: "/auth/password",
});

/** Runs around each request. If a page refreshes a session that is about to expire, this sets the new cookies. */
export const authMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const refreshedCookies: string[] = [];
  const supabase = createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () =>
        parseCookieHeader(request.headers.get("Cookie") ?? "").map(({ name, value = "" }) => ({
          name,
          value,
        })),
      setAll(cookiesToSet) {
        for (const { name, value, options } of cookiesToSet) {
          refreshedCookies.push(serializeCookieHeader(name, value, options));
        }
      },
    },
  });
  context.set(supabaseContext, supabase);

  const response = await next();
  for (const cookie of refreshedCookies) response.headers.append("Set-Cookie", cookie);
  // Caches must not store a page with a user's data or cookies.
  response.headers.set("Cache-Control", "private, no-store");
  return response;
};
