"use client";

import type { PasskeyListItem } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** A passkey and its name. */
export interface AccountPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | undefined;
}

/** The passkeys and the actions on them, for your own markup. */
export interface Passkeys extends Change, Pick<AccountContext, "words"> {
  /** The passkeys, or undefined until the server has responded. */
  readonly passkeys: readonly AccountPasskey[] | undefined;
  /** False once the server has reported that passkeys are disabled. */
  readonly available: boolean;
  /** Creates a passkey on this device, or on another that the browser offers. */
  add(): Promise<void>;
  /** Submits the field `name`. */
  rename(passkey: AccountPasskey, entries: Entries): Promise<string | undefined>;
  remove(passkey: AccountPasskey): Promise<void>;
}

/** Adds, renames and removes passkeys. */
export function usePasskeys(): Passkeys {
  const { auth, user, words: texts } = useAccount();
  const change = useAccountChange();
  const [available, setAvailable] = useState(true);
  const [response, setResponse] = useState<{ userId: string; passkeys: PasskeyListItem[] }>();
  const { run } = change;
  const userId = user.id;

  const load = useCallback(async () => {
    const { data, error } = await auth.passkey.list();
    if (error?.code === "passkey_disabled") {
      setAvailable(false);
      return undefined;
    }
    if (error) throw error;
    setResponse({ userId, passkeys: data });
    return undefined;
  }, [auth, userId]);

  useEffect(() => {
    void run("load", load);
  }, [run, load]);

  const nameOf = ({ friendly_name: name }: { friendly_name?: string }) =>
    name || texts.passkeys.passkey;

  return {
    ...change,
    words: texts,
    available,
    passkeys:
      response?.userId === userId
        ? response.passkeys.map((passkey) => ({
            id: passkey.id,
            name: nameOf(passkey),
            createdAt: passkey.created_at,
            lastUsedAt: passkey.last_used_at,
          }))
        : undefined,
    add: () =>
      run("add", async () => {
        const { data, error } = await auth.registerPasskey();
        if (error) throw error;
        await load();
        return template(texts.common.added, { name: nameOf(data) });
      }),
    async rename({ id }, entries) {
      const friendlyName = entries("name").trim();
      const { error } = await auth.passkey.update({ passkeyId: id, friendlyName });
      if (error) throw error;
      await load();
      return template(texts.passkeys.renamed, { name: friendlyName });
    },
    remove: ({ id, name }) =>
      run(id, async () => {
        const { error } = await auth.passkey.delete({ passkeyId: id });
        if (error) throw error;
        await load();
        return template(texts.common.removed, { name });
      }),
  };
}
