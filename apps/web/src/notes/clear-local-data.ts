import type { User } from "@supabase/auth-js";
import { removeUnfinishedUploads } from "./attachments/upload-memory.ts";
import { removeDrafts } from "./drafts/drafts.ts";

/** Removes local data when a user signs out. Drafts are kept for the next sign-in, except those of a guest. */
export function clearLocalData({ id, is_anonymous }: Pick<User, "id" | "is_anonymous">): void {
  removeUnfinishedUploads();
  if (is_anonymous) removeDrafts(id);
}
