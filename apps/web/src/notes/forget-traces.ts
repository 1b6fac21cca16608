import type { User } from "@supabase/auth-js";
import { forgetUnfinishedUploads } from "./attachments/upload-memory.ts";
import { forgetDrafts } from "./drafts/drafts.ts";

/** Forgets what somebody who has signed out does not come back to. Unsaved text waits for them, unless they were a guest. */
export function forgetTraces({ id, is_anonymous }: Pick<User, "id" | "is_anonymous">): void {
  forgetUnfinishedUploads();
  if (is_anonymous) forgetDrafts(id);
}
