/** A cookie that a client sets. The options are those of `@supabase/ssr`. */
export interface CookieToSet {
  readonly name: string;
  readonly value: string;
  readonly options?: {
    readonly domain?: string | undefined;
    readonly expires?: Date | undefined;
    readonly httpOnly?: boolean | undefined;
    readonly maxAge?: number | undefined;
    readonly partitioned?: boolean | undefined;
    readonly path?: string | undefined;
    readonly sameSite?: boolean | "lax" | "strict" | "none" | undefined;
    readonly secure?: boolean | undefined;
  };
}

/** The cookies of one request and its response, as `createServerClient` of `@supabase/ssr` expects them. */
export interface CookieMethods {
  getAll(): { name: string; value: string }[];
  setAll(cookies: CookieToSet[], headers?: Readonly<Record<string, string>>): void;
}

/** Returns the cookies of a `Cookie` header. */
export function parseCookies(header: string | null): { name: string; value: string }[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const [name = "", ...rest] = pair.split("=");
    return name.trim() && rest[0] !== undefined
      ? [
          {
            name: name.trim(),
            value: decode(
              rest
                .join("=")
                .trim()
                .replace(/^"(.*)"$/, "$1"),
            ),
          },
        ]
      : [];
  });
}

/** Returns the value of a `Set-Cookie` header (https://www.rfc-editor.org/rfc/rfc6265#section-4.1). */
export function serializeCookie({ name, value, options = {} }: CookieToSet): string {
  const sameSite = options.sameSite === true ? "strict" : options.sameSite;
  return [
    `${name}=${encodeURIComponent(value)}`,
    options.maxAge !== undefined && `Max-Age=${Math.floor(options.maxAge)}`,
    options.domain && `Domain=${options.domain}`,
    `Path=${options.path ?? "/"}`,
    options.expires && `Expires=${options.expires.toUTCString()}`,
    options.httpOnly && "HttpOnly",
    options.secure && "Secure",
    options.partitioned && "Partitioned",
    sameSite && `SameSite=${sameSite.charAt(0).toUpperCase()}${sameSite.slice(1)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
