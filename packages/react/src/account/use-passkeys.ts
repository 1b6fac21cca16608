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
  /** Undefined until the server has listed them. */
  readonly passkeys: readonly AccountPasskey[] | undefined;
  /** False once the server has reported that the project has no passkeys. */
  readonly available: boolean;
  /** Creates a passkey on this device, or on another that the browser offers. */
  add(): Promise<void>;
  /** Sends the field `name`. */
  rename(passkey: AccountPasskey, entries: Entries): Promise<string | undefined>;
  remove(passkey: AccountPasskey): Promise<void>;
}

/** Adds, renames and removes passkeys. */
export function usePasskeys(): Passkeys {
  const { auth, user, words } = useAccount();
  const change = useAccountChange();
  const [available, setAvailable] = useState(true);
  const [response, setResponse] = useState<{ of: string; passkeys: PasskeyListItem[] }>();
  const { run } = change;
  const owner = user.id;

  const list = useCallback(async () => {
    const { data, error } = await auth.passkey.list();
    if (error?.code === "passkey_disabled") {
      setAvailable(false);
      return undefined;
    }
    if (error) throw error;
    setResponse({ of: owner, passkeys: data });
    return undefined;
  }, [auth, owner]);

  useEffect(() => {
    void run("list", list);
  }, [run, list]);

  const nameOf = ({ friendly_name: name }: { friendly_name?: string }) =>
    name || words.passkeys.passkey;

  return {
    ...change,
    words,
    available,
    passkeys:
      response?.of === owner
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
        await list();
        return template(words.common.added, { name: nameOf(data) });
      }),
    async rename({ id }, entries) {
      const friendlyName = entries("name").trim();
      const { error } = await auth.passkey.update({ passkeyId: id, friendlyName });
      if (error) throw error;
      await list();
      return template(words.passkeys.renamed, { name: friendlyName });
    },
    remove: ({ id, name }) =>
      run(id, async () => {
        const { error } = await auth.passkey.delete({ passkeyId: id });
        if (error) throw error;
        await list();
        return template(words.common.removed, { name });
      }),
  };
}
