import type { User } from "@supabase/auth-js";
import { forgetUnfinishedUploads } from "./attachments/upload-memory.ts";
import { forgetDrafts } from "./drafts/drafts.ts";

/** Removes local data when a user signs out. Drafts are kept for the next sign-in, except those of a guest. */
export function clearLocalData({ id, is_anonymous }: Pick<User, "id" | "is_anonymous">): void {
  forgetUnfinishedUploads();
  if (is_anonymous) forgetDrafts(id);
}
