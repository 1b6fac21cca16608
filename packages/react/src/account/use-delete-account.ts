"use client";

import { notify } from "../form/notify.ts";
import type { Change } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface DeleteAccountOptions {
  /**
   * Deletes the account with a database function of your own, because the auth server has no endpoint for this.
   * Receives the typed password, which is empty for an account without one, and throws to refuse. An error with the
   * code `current_password_invalid` is shown at the password field.
   *
   * Let the auth server verify the password, since it limits the number of attempts. docs/account.md has the complete
   * code.
   *
   * @example
   * remove={async (password) => {
   *   const proof = await sessionOpenedBy(password);
   *   const { error } = await supabase.rpc("delete_account", { proof });
   *   if (error) throw Object.assign(new Error(error.message), { code: error.hint });
   * }}
   */
  remove: (password: string) => Promise<void>;
  /** Called after the account was deleted and this device signed out. */
  onDeleted?: () => void;
}

/** The state and the actions of an account deletion, for your own markup. */
export interface DeleteAccount extends Change, Pick<AccountContext, "words"> {
  readonly username: string;
  remove(password: string): Promise<void>;
}

/** Deletes the account and signs out. */
export function useDeleteAccount({ remove, onDeleted }: DeleteAccountOptions): DeleteAccount {
  const { auth, user, words: texts } = useAccount();
  const change = useAccountChange();
  return {
    ...change,
    words: texts,
    username: user.email || user.phone || "",
    remove: (password) =>
      change.run("delete", async () => {
        await remove(password);
        notify(() => onDeleted?.());
        // The server has already deleted the session. The client removes its copy even if the request fails.
        await auth.signOut({ scope: "local" });
        return undefined;
      }),
  };
}
