import type { User } from "../supabase-types.ts";

/** Returns a user's name, or an empty string. Social providers set `full_name` or `name`. */
export function nameOf({ user_metadata: metadata }: User): string {
  return textOf(metadata["full_name"]) || textOf(metadata["name"]);
}

/** Returns the URL of a user's picture, or an empty string. */
export function pictureOf({ user_metadata: metadata }: User): string {
  return textOf(metadata["avatar_url"]) || textOf(metadata["picture"]);
}

/** Returns a user's e-mail address or phone number, or an empty string for a guest, who has neither. */
export function addressOf({ email, phone }: User): string {
  return email || (phone ? `+${phone.replace(/^\+/, "")}` : "");
}

/** Returns the initials of a name or an address, taken from its first and its last word. */
export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const firstAndLast = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return firstAndLast
    .map((part = "") => /[\p{L}\p{N}]\p{M}*/u.exec(part)?.[0] ?? "")
    .join("")
    .toUpperCase();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
