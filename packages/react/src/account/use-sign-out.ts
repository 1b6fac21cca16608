"use client";

import { notify } from "../form/notify.ts";
import type { Change } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** Of which sessions one signs out: this one, all others, all. */
export type SignOutScope = "local" | "others" | "global";

export interface SignOutOptions {
  /** Told once this device is signed out, so that the application can forget what it keeps. */
  onSignedOut?: () => void;
}

/** Signing out without its markup. */
export interface SignOut extends Change, Pick<AccountContext, "words"> {
  signOut(scope: SignOutScope): Promise<void>;
}

/** Signs out here, elsewhere, or everywhere. */
export function useSignOut({ onSignedOut }: SignOutOptions = {}): SignOut {
  const { auth, words } = useAccount();
  const change = useAccountChange();
  return {
    ...change,
    words,
    signOut: (scope) =>
      change.run(scope, async () => {
        const { error } = await auth.signOut({ scope });
        // Signing out of this browser needs no server: the session is gone whatever it answered.
        if (error && scope !== "local") throw error;
        if (scope === "others") return words.sign_out.others_done;
        notify(() => onSignedOut?.());
        return undefined;
      }),
  };
}
