import type { Context } from "hono";

/**
 * The cookies of the tab. They replace `hono/cookie`, because a page can neither send cookies nor read those of a
 * response. There is only one client, so each request uses the same jar.
 */
export interface CookieJar {
  readonly cookies: Map<string, { readonly value: string; readonly expiresAt: number }>;
}

type Bindings = { readonly Bindings: Partial<CookieJar> };

export function getCookie(c: Context<Bindings>, name: string): string | undefined {
  const cookie = c.env?.cookies?.get(name);
  return cookie && cookie.expiresAt > Date.now() ? cookie.value : undefined;
}

export function setCookie(
  c: Context<Bindings>,
  name: string,
  value: string,
  { maxAge }: { readonly maxAge: number },
): void {
  c.env?.cookies?.set(name, { value, expiresAt: Date.now() + maxAge * 1000 });
}
