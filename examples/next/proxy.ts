import { createServerClient } from "@supabase/ssr";
import { type NextRequest, NextResponse } from "next/server";
import { cookieOptions, key, url } from "./lib/settings";

/**
 * Runs before each page: refreshes a session that is about to expire, and redirects visitors to the front page before
 * anything is rendered.
 */
export async function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  request.headers.set("Content-Security-Policy", policy);
  const refreshedCookies: Parameters<NextResponse["cookies"]["set"]>[] = [];
  const supabase = createServerClient(url, key, {
    cookieOptions,
    cookies: {
      getAll: () => request.cookies.getAll(),
      setAll(cookiesToSet) {
        for (const { name, value, options } of cookiesToSet) {
          request.cookies.set(name, value);
          refreshedCookies.push([name, value, options]);
        }
      },
    },
  });
  // getSession() does not verify the cookie; getClaims() does.
  const { data } = await supabase.auth.getClaims();

  const { pathname, searchParams } = request.nextUrl;
  // Signed-in users open links too, for example to confirm a new address. This page then shows the link's outcome, so
  // do not redirect.
  const redirectPath = searchParams.has("outcome")
    ? undefined
    : redirectPathFor(pathname, data !== null);
  const response = redirectPath
    ? NextResponse.redirect(new URL(redirectPath, request.url))
    : NextResponse.next({ request });
  for (const cookie of refreshedCookies) response.cookies.set(...cookie);
  response.headers.set("Content-Security-Policy", policy);
  // Caches must not store a page with a user's data or cookies.
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

function redirectPathFor(pathname: string, isSignedIn: boolean): string | undefined {
  if (pathname === "/" && isSignedIn) return "/notes";
  if (pathname === "/notes" && !isSignedIn) return "/";
  return undefined;
}

/** Returns the policy. Next.js reads the nonce from the request's header and adds it to its scripts. */
function contentSecurityPolicy(nonce: string): string {
  const unsafeEval = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  const unsafeInline = process.env.NODE_ENV === "development" ? " 'unsafe-inline'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${unsafeEval}`,
    `style-src 'self'${unsafeInline}`,
    `connect-src 'self' ${new URL(url).origin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };
