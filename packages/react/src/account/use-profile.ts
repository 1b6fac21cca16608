"use client";

import { type ReactNode, useState } from "react";
import { FieldError } from "../form/failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface ProfileOptions {
  /** Uploads a picture to where the page can load it, and returns its URL. Default: the user enters a URL. */
  upload?: (file: File) => Promise<string>;
  /**
   * Replaces the picture and its URL field, for applications that change the picture themselves. The section then does
   * not change the picture.
   */
  picture?: ReactNode;
}

/** The metadata keys that this section writes. It leaves other keys unchanged. */
interface Metadata {
  readonly full_name: string;
  readonly avatar_url?: string;
}

/** The name, the picture and the actions on them, for your own markup. */
export interface Profile extends Change, Pick<AccountContext, "words"> {
  readonly name: string;
  /** The picture's URL, or an empty string. */
  readonly picture: string;
  /** Submits the fields `full_name` and `avatar_url`, or only the name if the application renders the picture. */
  save(entries: Entries): Promise<string | undefined>;
  /** Uploads a file as the picture. Undefined without `upload`. */
  readonly choose: ((file: File) => Promise<void>) | undefined;
  /** Undoes the last change. Undefined if there is none. */
  readonly undo: (() => Promise<void>) | undefined;
}

/**
 * Changes the name and the picture, which are stored in the user's metadata like those of social providers. The picture
 * is a URL, never the image itself: the metadata is part of every access token, and a token that exceeds the limit of
 * request headers locks the user out.
 */
export function useProfile({ upload, picture: customPicture }: ProfileOptions = {}): Profile {
  const { auth, user, words: texts, refresh } = useAccount();
  const change = useAccountChange();
  const [previous, setPrevious] = useState<Metadata>();
  const name = asString(user.user_metadata["full_name"] ?? user.user_metadata["name"]);
  const picture = asString(user.user_metadata["avatar_url"] ?? user.user_metadata["picture"]);

  async function updateMetadata(data: Metadata) {
    const { error } = await auth.updateUser({ data });
    if (error) throw error;
    await refresh();
  }

  async function saveWithUndo(data: Metadata) {
    await updateMetadata(data);
    setPrevious({ full_name: name, ...("avatar_url" in data && { avatar_url: picture }) });
    return texts.profile.done;
  }

  return {
    ...change,
    words: texts,
    name,
    picture,
    async save(entries) {
      const full_name = entries("full_name").trim();
      if (customPicture !== undefined) return saveWithUndo({ full_name });
      const address = entries("avatar_url").trim();
      if (address && address !== picture && !isHttpUrl(address))
        throw new FieldError("avatar_url", texts.profile.picture_invalid);
      return saveWithUndo({ full_name, avatar_url: address });
    },
    choose:
      upload &&
      ((file) =>
        change.run("choose", async () => {
          const address = await upload(file);
          if (!isHttpUrl(address)) throw new Error(texts.profile.picture_invalid);
          return saveWithUndo({ full_name: name, avatar_url: address });
        })),
    undo:
      previous &&
      (() =>
        change.run("undo", async () => {
          await updateMetadata(previous);
          setPrevious(undefined);
          return texts.profile.undone;
        })),
  };
}

function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

function asString(value: unknown): string {
  return typeof value === "string" ? value : "";
}
