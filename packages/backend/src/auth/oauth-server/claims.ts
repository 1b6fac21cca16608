import type { User } from "../users/users.ts";

/** Returns the user's claims of the scope `profile` (OpenID Connect Core 1.0, section 5.1), without empty ones. */
export function profileClaims(user: User): Record<string, unknown> {
  const metadata = user.raw_user_meta_data ?? {};
  const firstText = (...names: readonly string[]) =>
    names.map((name) => metadata[name]).find((value) => typeof value === "string" && value !== "");
  const claims = {
    name: firstText("name") ?? (user.email || undefined),
    picture: firstText("picture", "avatar_url"),
    preferred_username: firstText("preferred_username", "username"),
    updated_at: toUnixSeconds(user.updated_at),
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

/** Returns a date in seconds since 1970. */
export function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
