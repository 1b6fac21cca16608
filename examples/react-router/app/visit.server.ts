import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type MiddlewareFunction } from "react-router";
import { cookieOptions, key, url } from "./settings";

interface Visit {
  /** A client with the session of the request. */
  supabase: SupabaseClient;
  /** The verified address of somebody who is signed in. */
  email: string | undefined;
}

export const visitContext = createContext<Visit>();

/** Before each request: learns who asks, and renews a session that is about to expire. */
export const visit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const renewed: string[] = [];
  const supabase = createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () =>
        parseCookieHeader(request.headers.get("Cookie") ?? "").map(({ name, value = "" }) => ({
          name,
          value,
        })),
      setAll(changed) {
        for (const { name, value, options } of changed) {
          renewed.push(serializeCookieHeader(name, value, options));
        }
      },
    },
  });
  // Not getSession(): a cookie is what the browser says.
  const { data } = await supabase.auth.getClaims();
  context.set(visitContext, { supabase, email: data?.claims.email });

  const response = await next();
  for (const cookie of renewed) response.headers.append("Set-Cookie", cookie);
  // A page with somebody's data, or with their new cookies, is kept by no cache.
  response.headers.set("Cache-Control", "private, no-store");
  return response;
};
