import type { User } from "@supabase/auth-js";
import type { Configuration } from "./configuration.ts";
import { storageUrl } from "./files.ts";

/** The bucket of profile pictures; see supabase/migrations. */
export const pictureBucket = "avatars";

/**
 * The user metadata key for the path of the uploaded picture. `avatar_url` cannot hold the path: social providers
 * overwrite that key at each sign-in, and the server's own URL can change.
 */
export const pictureKey = "avatar_path";

/** Returns the public URL of an uploaded picture. */
export function pictureUrl(configuration: Configuration, path: string): string {
  return `${storageUrl(configuration)}/object/public/${pictureBucket}/${path}`;
}

/** Returns the path of the picture that the user uploaded, if any. */
export function ownPicture({ user_metadata: metadata }: User): string | undefined {
  return text(metadata[pictureKey]) || undefined;
}

/** Returns the URL of a user's picture: the uploaded one, else their provider's. */
export function pictureOf(user: User, configuration: Configuration): string | undefined {
  const ownPath = ownPicture(user);
  if (ownPath) return pictureUrl(configuration, ownPath);
  const { avatar_url, picture } = user.user_metadata;
  return text(avatar_url) || text(picture) || undefined;
}

/** Returns the initials of a name, else of an e-mail address; empty for a guest, who has neither. */
export function initialsOf({ user_metadata: metadata, email }: User): string {
  const name = text(metadata["full_name"]) || text(metadata["name"]) || email || "";
  const parts = name.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const firstAndLast = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return firstAndLast
    .map((part = "") => /[\p{L}\p{N}]\p{M}*/u.exec(part)?.[0] ?? "")
    .join("")
    .toUpperCase();
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
