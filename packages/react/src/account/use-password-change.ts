"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { codeOf } from "../form/ceremony-failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface PasswordChangeOptions {
  /**
   * True when the current password is asked for from the start, where the project wants it. Otherwise
   * it is asked for when the server says that it does. Default: false.
   */
  currentPassword?: boolean;
}

/** A change of the password without its markup. */
export interface PasswordChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "asksNonce"> {
  /** True when the form has a field `current_password`. */
  readonly asksCurrent: boolean;
  /** The user name of the account, for password managers. */
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
  const nonce = useNonce();
  const { asksNonce } = nonce;
  const { ref: part, state } = change;
  const changed = state.phase === "done" && !asksNonce;

  useBrowserLayoutEffect(() => {
    if (changed) part.current?.querySelector("form")?.reset();
  }, [changed, part]);
  useBrowserLayoutEffect(() => {
    if (asksNonce) part.current?.querySelector<HTMLElement>("input[name=nonce]")?.focus();
  }, [asksNonce, part]);

  return {
    ...change,
    words,
    asksCurrent,
    asksNonce,
    username: user.email || user.phone || "",
    async save(entered) {
      const current = entered("current_password");
      const { error } = await auth.updateUser({
        password: entered("password"),
        ...(current && { current_password: current }),
        ...nonce.given(entered),
      });
      if (codeOf(error) === "current_password_required") setAsksCurrent(true);
      if (error) return nonce.send(error);
      nonce.spent();
      return words.password.done;
    },
  };
}
