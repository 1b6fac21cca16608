"use client";

import { type ReactNode, useState } from "react";
import { FieldError } from "../form/failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface ProfileOptions {
  /**
   * Keeps a picture from a file where the page can show it from, and says at which address. Default:
   * a picture is given by its address alone.
   */
  upload?: (file: File) => Promise<string>;
  /**
   * Stands in the place of the picture and its address, where the application has a way of its own
   * to change it. The part then leaves the picture alone.
   */
  picture?: ReactNode;
}

/** The part of the metadata that is written; the rest stays. */
interface Metadata {
  readonly full_name: string;
  readonly avatar_url?: string;
}

/** Name and picture without their markup. */
export interface Profile extends Change, Pick<AccountContext, "words"> {
  readonly name: string;
  /** The address of the picture; empty without one. */
  readonly picture: string;
  /** Sends the fields `full_name` and `avatar_url`; the name alone beside a picture of the application's. */
  save(entered: Entries): Promise<string | undefined>;
  /** Takes a file for the picture; undefined where there is nowhere to keep it. */
  readonly choose: ((file: File) => Promise<void>) | undefined;
  /** Takes the last change back; undefined when there is none. */
  readonly undo: (() => Promise<void>) | undefined;
}

/**
 * Changes name and picture, which are kept in the user's metadata as social providers write them. A
 * picture is an address, never the picture itself: the metadata are in every access token, and a
 * token that does not fit into a request's headers locks its owner out.
 */
export function useProfile({ upload, picture: own }: ProfileOptions = {}): Profile {
  const { auth, user, words, refresh } = useAccount();
  const change = useAccountChange();
  const [before, setBefore] = useState<Metadata>();
  const name = text(user.user_metadata["full_name"] ?? user.user_metadata["name"]);
  const picture = text(user.user_metadata["avatar_url"] ?? user.user_metadata["picture"]);

  async function write(data: Metadata) {
    const { error } = await auth.updateUser({ data });
    if (error) throw error;
    await refresh();
  }

  async function replace(data: Metadata) {
    await write(data);
    setBefore({ full_name: name, ...("avatar_url" in data && { avatar_url: picture }) });
    return words.profile.done;
  }

  return {
    ...change,
    words,
    name,
    picture,
    async save(entered) {
      const full_name = entered("full_name").trim();
      if (own !== undefined) return replace({ full_name });
      const address = entered("avatar_url").trim();
      if (address && address !== picture && !isOnTheWeb(address))
        throw new FieldError("avatar_url", words.profile.picture_invalid);
      return replace({ full_name, avatar_url: address });
    },
    choose:
      upload &&
      ((file) =>
        change.run("choose", async () => {
          const address = await upload(file);
          if (!isOnTheWeb(address)) throw new Error(words.profile.picture_invalid);
          return replace({ full_name: name, avatar_url: address });
        })),
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

function isOnTheWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
