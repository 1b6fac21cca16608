import type { User } from "@supabase/auth-js";
import type { Configuration } from "./configuration.ts";
import { storageUrl } from "./files.ts";

/** The bucket of people's pictures; see supabase/migrations. */
export const pictureBucket = "avatars";

/**
 * The name of a picture in its bucket, in the metadata of its owner. Beside `avatar_url`, for a social
 * provider writes its own address there at each sign-in; and this server may move to another one.
 */
export const pictureKey = "avatar_path";

/** The address of the picture with this name in its bucket. */
export function pictureUrl(configuration: Configuration, path: string): string {
  return `${storageUrl(configuration)}/object/public/${pictureBucket}/${path}`;
}

/** The picture that somebody uploaded; undefined where there is none. */
export function ownPicture({ user_metadata: metadata }: User): string | undefined {
  return text(metadata[pictureKey]) || undefined;
}

/** The address of somebody's picture: the one that they uploaded, else their provider's. */
export function pictureOf(user: User, configuration: Configuration): string | undefined {
  const own = ownPicture(user);
  if (own) return pictureUrl(configuration, own);
  const { avatar_url, picture } = user.user_metadata;
  return text(avatar_url) || text(picture) || undefined;
}

/** The initials of a name, else of an address; empty for a guest, who has neither. */
export function initialsOf({ user_metadata: metadata, email }: User): string {
  const name = text(metadata["full_name"]) || text(metadata["name"]) || email || "";
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = "") => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
