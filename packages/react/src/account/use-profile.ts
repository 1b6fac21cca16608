"use client";

import { useState } from "react";
import type { Change, Entries } from "../change/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** Name and picture without their markup. */
export interface Profile extends Change, Pick<AccountContext, "words"> {
  readonly name: string;
  /** The address of the picture; empty without one. */
  readonly picture: string;
  /** Sends the fields `full_name` and `avatar_url`. */
  save(entered: Entries): Promise<string | undefined>;
  /** Takes the last change back; undefined when there is none. */
  readonly undo: (() => Promise<void>) | undefined;
}

/** Changes name and picture, which are kept in the user's metadata as social providers write them. */
export function useProfile(): Profile {
  const { auth, user, words, refresh } = useAccount();
  const change = useAccountChange();
  const [before, setBefore] = useState<{ full_name: string; avatar_url: string }>();
  const name = text(user.user_metadata["full_name"] ?? user.user_metadata["name"]);
  const picture = text(user.user_metadata["avatar_url"] ?? user.user_metadata["picture"]);

  async function write(data: { full_name: string; avatar_url: string }) {
    const { error } = await auth.updateUser({ data });
    if (error) throw error;
    await refresh();
  }

  return {
    ...change,
    words,
    name,
    picture,
    async save(entered) {
      await write({
        full_name: entered("full_name").trim(),
        avatar_url: entered("avatar_url").trim(),
      });
      setBefore({ full_name: name, avatar_url: picture });
      return words.profile.done;
    },
    undo:
      before &&
      (() =>
        change.run("undo", async () => {
          await write(before);
          setBefore(undefined);
          return words.profile.undone;
        })),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
