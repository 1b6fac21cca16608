"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { codeOf } from "../form/ceremony-failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface PasswordChangeOptions {
  /**
   * True to ask for the current password from the start, if the project requires it. Otherwise the form asks for it
   * once the server requires it. Default: false.
   */
  currentPassword?: boolean;
}

/** The state and the actions of a password change, for your own markup. */
export interface PasswordChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "requiresNonce"> {
  /** Whether the form has a field `current_password`. */
  readonly requiresCurrentPassword: boolean;
  /** The username of the account, for password managers. */
  readonly username: string;
  /** Submits the field `password`, and the other two fields if they are shown. */
  save(entries: Entries): Promise<string | undefined>;
}

/**
 * Changes the password. If the server requires proof, asks for it: for the current password or, if the sign-in is too
 * old, for a code.
 */
export function usePasswordChange({
  currentPassword = false,
}: PasswordChangeOptions = {}): PasswordChange {
  const { auth, user, words: texts } = useAccount();
  const change = useAccountChange();
  const [requiresCurrentPassword, setRequiresCurrentPassword] = useState(currentPassword);
  const nonce = useNonce();
  const { requiresNonce } = nonce;
  const { ref: section, state } = change;
  const isDone = state.phase === "done" && !requiresNonce;

  useBrowserLayoutEffect(() => {
    if (isDone) section.current?.querySelector("form")?.reset();
  }, [isDone, section]);
  useBrowserLayoutEffect(() => {
    if (requiresNonce) section.current?.querySelector<HTMLElement>("input[name=nonce]")?.focus();
  }, [requiresNonce, section]);

  return {
    ...change,
    words: texts,
    requiresCurrentPassword,
    requiresNonce,
    username: user.email || user.phone || "",
    async save(entries) {
      const current = entries("current_password");
      const { error } = await auth.updateUser({
        password: entries("password"),
        ...(current && { current_password: current }),
        ...nonce.parameters(entries),
      });
      if (codeOf(error) === "current_password_required") setRequiresCurrentPassword(true);
      if (error) return nonce.send(error);
      nonce.reset();
      return texts.password.done;
    },
  };
}
