"use client";

import { useEffect, useRef, useState } from "react";
import { normalizeCode } from "../form/digits.ts";
import { FieldError } from "../form/failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { useCooldown } from "../messages/resend.tsx";
import { readStorage, writeStorage } from "../storage.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface EmailChangeOptions {
  /** The URL that the links in the messages open. */
  redirectTo?: string;
  /**
   * True if the old address must be confirmed as well (the project's `double_confirm_changes`, which the server does
   * not report). Default: true, like the project's default.
   */
  bothConfirm?: boolean;
  /** How long to wait before another message can be sent, in seconds, unless the server says otherwise. Default: 60. */
  wait?: number;
}

/** The state and the actions of an e-mail change, for your own markup. */
export interface EmailChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "requiresNonce"> {
  readonly email: string;
  /** The new address while it is unconfirmed, otherwise undefined. The server stores it. */
  readonly pending: string | undefined;
  /** The addresses that still have to be confirmed, each with the code that was sent to it or with the link. */
  readonly awaited: readonly string[];
  /** A text about the messages that the user has to open. */
  readonly instructions: string;
  /** Submits the field `email`, and `nonce` if it is required. */
  begin(entries: Entries): Promise<string | undefined>;
  /** Submits the field `token`: the code that was sent to an address. */
  confirm(address: string, entries: Entries): Promise<string | undefined>;
  resend(): Promise<void>;
  /** When another message can be sent, in milliseconds since 1970. */
  readonly resendAt: number;
  /** The address that the user wants to correct, or undefined. */
  readonly abandoned: string | undefined;
  /** Lets the user enter another address, which then replaces the pending one. */
  readonly enterAnother: () => void;
}

/** Changes the e-mail address, with one confirmation or two. The change survives a reload. */
export function useEmailChange(options: EmailChangeOptions = {}): EmailChange {
  const { auth, formWords: formTexts, user, words: texts, refresh } = useAccount();
  const { bothConfirm = true, redirectTo, wait } = options;
  const change = useAccountChange();
  const nonce = useNonce();
  const email = user.email ?? "";
  const [isEnteringAnother, setIsEnteringAnother] = useState(false);
  const pending = (!isEnteringAnother && user.new_email) || undefined;
  const [confirmedAddress, setConfirmedAddress] = useConfirmedAddress(user.id, pending);
  const cooldown = useCooldown(Date.parse(user.email_change_sent_at ?? "") || 0, wait);
  const addresses = pending ? [pending, ...(bothConfirm && email ? [email] : [])] : [];
  const redirect = redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };

  // A link can confirm the address in another tab or on another device.
  const previousPending = useRef(pending);
  const { run } = change;
  useEffect(() => {
    const previousAddress = previousPending.current;
    previousPending.current = pending;
    if (previousAddress && previousAddress === email)
      void run("arrived", async () => template(texts.email.done, { email }));
  }, [pending, email, run, texts]);

  return {
    ...change,
    words: texts,
    email,
    requiresNonce: nonce.requiresNonce,
    pending,
    awaited: addresses.filter((address) => address !== confirmedAddress),
    instructions: template(
      confirmedAddress
        ? texts.email.half
        : addresses.length > 1
          ? texts.email.sent_both
          : texts.email.sent_one,
      { new: pending ?? "", old: email },
    ),
    async begin(entries) {
      const address = entries("email").trim();
      // The server ignores an empty address but still reports success.
      if (!address) throw new FieldError("email", formTexts.magic_link.empty_email_address);
      const { error } = await auth.updateUser(
        { email: address, ...nonce.parameters(entries) },
        redirect,
      );
      if (error) return nonce.send(error);
      nonce.reset();
      setConfirmedAddress(undefined);
      cooldown.restart();
      setIsEnteringAnother(false);
      await refresh();
      return undefined;
    },
    async confirm(address, entries) {
      const token = normalizeCode(entries("token"));
      const { data, error } = await auth.verifyOtp({ email: address, token, type: "email_change" });
      if (error) throw error;
      if (!data.session) {
        // A response without a session means that the other address still has to be confirmed.
        setConfirmedAddress(address);
        return undefined;
      }
      previousPending.current = undefined;
      await refresh();
      return template(texts.email.done, { email: data.user?.email ?? pending ?? "" });
    },
    resend: () =>
      change.run("resend", async () => {
        const { error } = await auth.resend({ type: "email_change", email, options: redirect });
        if (error) {
          cooldown.extend(error);
          throw error;
        }
        setConfirmedAddress(undefined);
        cooldown.restart();
        return texts.email.resent;
      }),
    resendAt: cooldown.endMs,
    abandoned: isEnteringAnother ? user.new_email : undefined,
    enterAnother() {
      change.reset();
      setIsEnteringAnother(true);
    },
  };
}

const storageKey = "portico.email-change";

/**
 * Returns the address that has already been confirmed, and a function to set it. The server does not report it, so this
 * browser stores it.
 */
function useConfirmedAddress(userId: string, pending: string | undefined) {
  const changeId = `${userId} ${pending}`;
  const [confirmation, setConfirmation] = useState<{
    changeId: string;
    address: string | undefined;
  }>();

  useEffect(() => {
    const [storedChangeId, address] = readStorage("localStorage", storageKey)?.split("\n") ?? [];
    if (storedChangeId === changeId) setConfirmation({ changeId, address });
  }, [changeId]);

  const setConfirmedAddress = (address: string | undefined) => {
    setConfirmation({ changeId, address });
    writeStorage("localStorage", storageKey, address && `${changeId}\n${address}`);
  };
  return [
    confirmation?.changeId === changeId ? confirmation.address : undefined,
    setConfirmedAddress,
  ] as const;
}
