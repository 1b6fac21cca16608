import type { Context } from "hono";

/**
 * Cookies in place of `hono/cookie`, because a page can neither send cookies nor read those of a response. There is
 * one browser, and the backend passes its jar to each request.
 */
export interface CookieJar {
  readonly cookies: Map<string, { readonly value: string; readonly until: number }>;
}

type Bindings = { readonly Bindings: Partial<CookieJar> };

export function getCookie(c: Context<Bindings>, name: string): string | undefined {
  const cookie = c.env?.cookies?.get(name);
  return cookie && cookie.until > Date.now() ? cookie.value : undefined;
}

export function setCookie(
  c: Context<Bindings>,
  name: string,
  value: string,
  { maxAge }: { readonly maxAge: number },
): void {
  c.env?.cookies?.set(name, { value, until: Date.now() + maxAge * 1000 });
}
