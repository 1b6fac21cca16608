"use client";

import { notify } from "../form/notify.ts";
import type { Change } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface DeleteAccountOptions {
  /**
   * Deletes the account: by a function of your own database, for the auth server has none that people
   * may call. It is given the password that was typed, empty for an account without one, and throws
   * when it refuses. An error with the code `current_password_invalid` is about the password.
   *
   * Let the auth server judge the password, which limits the tries: docs/account.md has the whole.
   *
   * @example
   * remove={async (password) => {
   *   const proof = await sessionOpenedBy(password);
   *   const { error } = await supabase.rpc("delete_account", { proof });
   *   if (error) throw Object.assign(new Error(error.message), { code: error.hint });
   * }}
   */
  remove: (password: string) => Promise<void>;
  /** Told once the account is gone and this device signed out. */
  onDeleted?: () => void;
}

/** Deleting the account without its markup. */
export interface DeleteAccount extends Change, Pick<AccountContext, "words"> {
  readonly username: string;
  remove(password: string): Promise<void>;
}

/** Deletes the account, and signs out. */
export function useDeleteAccount({ remove, onDeleted }: DeleteAccountOptions): DeleteAccount {
  const { auth, user, words } = useAccount();
  const change = useAccountChange();
  return {
    ...change,
    words,
    username: user.email || user.phone || "",
    remove: (password) =>
      change.run("delete", async () => {
        await remove(password);
        notify(() => onDeleted?.());
        // The server does not know the session any more, and the client forgets it all the same.
        await auth.signOut({ scope: "local" });
        return undefined;
      }),
  };
}
