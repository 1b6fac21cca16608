"use client";

import { notify } from "../form/notify.ts";
import type { Change } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** The sessions to end: this one, all others, or all. */
export type SignOutScope = "local" | "others" | "global";

export interface SignOutOptions {
  /** Called after this device was signed out, so that the application can clear its data. */
  onSignedOut?: () => void;
}

/** The state and the actions of a sign-out, for your own markup. */
export interface SignOut extends Change, Pick<AccountContext, "words"> {
  signOut(scope: SignOutScope): Promise<void>;
}

/** Signs out of this device, of all others, or everywhere. */
export function useSignOut({ onSignedOut }: SignOutOptions = {}): SignOut {
  const { auth, words: texts } = useAccount();
  const change = useAccountChange();
  return {
    ...change,
    words: texts,
    signOut: (scope) =>
      change.run(scope, async () => {
        const { error } = await auth.signOut({ scope });
        // The client removes the local session even if the request failed.
        if (error && scope !== "local") throw error;
        if (scope === "others") return texts.sign_out.others_done;
        notify(() => onSignedOut?.());
        return undefined;
      }),
  };
}
