"use client";

import { useState } from "react";
import { codeOf } from "../change/refusal.ts";
import type { Change, Entries } from "../change/use-change.ts";
import { typedCode } from "../form/latin.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface PasswordChangeOptions {
  /**
   * Whether the current password is asked for from the start, where the project wants it. Otherwise
   * it is asked for when the server says that it does. Default: false.
   */
  currentPassword?: boolean;
}

/** A change of the password without its markup. */
export interface PasswordChange extends Change, Pick<AccountContext, "words"> {
  /** Whether the form has a field `current_password`. */
  readonly asksCurrent: boolean;
  /** Whether it has a field `nonce`, for the code that was sent. */
  readonly asksNonce: boolean;
  /** Whose password it is, for password managers. */
  readonly username: string;
  /** Sends the field `password`, and those two where they are asked for. */
  save(entered: Entries): Promise<string | undefined>;
}

/**
 * Changes the password. What the server wants as a proof is found out by asking it: the current
 * password, or, of somebody who signed in long ago, a code that it then sends.
 */
export function usePasswordChange({
  currentPassword = false,
}: PasswordChangeOptions = {}): PasswordChange {
  const { auth, user, words } = useAccount();
  const change = useAccountChange();
  const [asksCurrent, setAsksCurrent] = useState(currentPassword);
  const [asksNonce, setAsksNonce] = useState(false);

  return {
    ...change,
    words,
    asksCurrent,
    asksNonce,
    username: user.email || user.phone || "",
    async save(entered) {
      const [current, nonce] = [entered("current_password"), typedCode(entered("nonce"))];
      const { error } = await auth.updateUser({
        password: entered("password"),
        ...(current && { current_password: current }),
        ...(nonce && { nonce }),
      });
      const code = codeOf(error);
      if (code === "current_password_required") setAsksCurrent(true);
      if (code === "reauthentication_needed") {
        const sent = await auth.reauthenticate();
        if (sent.error) throw sent.error;
        setAsksNonce(true);
        return words.password.nonce_sent;
      }
      if (error) throw error;
      setAsksNonce(false);
      return words.password.done;
    },
  };
}
