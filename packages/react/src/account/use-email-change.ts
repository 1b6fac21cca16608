"use client";

import { useEffect, useRef, useState } from "react";
import { normalizeCode } from "../form/digits.ts";
import { FieldError } from "../form/failure.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { useCooldown } from "../messages/resend.tsx";
import { readStored, store } from "../storage.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface EmailChangeOptions {
  /** Where the links in the messages lead. */
  redirectTo?: string;
  /**
   * True if the old address must confirm as well (`double_confirm_changes` of the project, which the server does not
   * report). Default: true, like the project's default.
   */
  bothConfirm?: boolean;
  /** How long to wait before another message can be sent, in seconds, unless the server says otherwise. Default: 60. */
  wait?: number;
}

/** The state and the actions of an e-mail change, for your own markup. */
export interface EmailChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "asksNonce"> {
  readonly email: string;
  /** The new address while it is unconfirmed, otherwise undefined. The server stores it. */
  readonly pending: string | undefined;
  /** The addresses that still have to confirm, each by the code it was sent or by the link. */
  readonly awaited: readonly string[];
  /** The text that says which messages to open. */
  readonly instructions: string;
  /** Sends the field `email`, and `nonce` if it is required. */
  begin(entries: Entries): Promise<string | undefined>;
  /** Sends the field `token`: the code that was sent to an address. */
  confirm(address: string, entries: Entries): Promise<string | undefined>;
  resend(): Promise<void>;
  /** When another message can be sent, in milliseconds since 1970. */
  readonly resendAt: number;
  /** The address that the user wants to correct, or undefined. */
  readonly abandoned: string | undefined;
  /** Asks for another address. The pending one is replaced when the next is entered. */
  readonly enterAnother: () => void;
}

/** Changes the e-mail address, with one confirmation or two. The change survives a reload. */
export function useEmailChange(options: EmailChangeOptions = {}): EmailChange {
  const { auth, formWords, user, words, refresh } = useAccount();
  const { bothConfirm = true, redirectTo, wait } = options;
  const change = useAccountChange();
  const nonce = useNonce();
  const email = user.email ?? "";
  const [isReentering, setReentering] = useState(false);
  const pending = (!isReentering && user.new_email) || undefined;
  const [confirmed, setConfirmed] = useConfirmed(user.id, pending);
  const cooldown = useCooldown(Date.parse(user.email_change_sent_at ?? "") || 0, wait);
  const addresses = pending ? [pending, ...(bothConfirm && email ? [email] : [])] : [];
  const redirect = redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };

  // The address may be confirmed by a link, in another tab or on another device.
  const previous = useRef(pending);
  const { run } = change;
  useEffect(() => {
    const previousAddress = previous.current;
    previous.current = pending;
    if (previousAddress && previousAddress === email)
      void run("arrived", async () => template(words.email.done, { email }));
  }, [pending, email, run, words]);

  return {
    ...change,
    words,
    email,
    asksNonce: nonce.asksNonce,
    pending,
    awaited: addresses.filter((address) => address !== confirmed),
    instructions: template(
      confirmed
        ? words.email.half
        : addresses.length > 1
          ? words.email.sent_both
          : words.email.sent_one,
      { new: pending ?? "", old: email },
    ),
    async begin(entries) {
      const address = entries("email").trim();
      // The server ignores an empty address but still reports success.
      if (!address) throw new FieldError("email", formWords.magic_link.empty_email_address);
      const { error } = await auth.updateUser(
        { email: address, ...nonce.parameters(entries) },
        redirect,
      );
      if (error) return nonce.send(error);
      nonce.reset();
      setConfirmed(undefined);
      cooldown.restart();
      setReentering(false);
      await refresh();
      return undefined;
    },
    async confirm(address, entries) {
      const token = normalizeCode(entries("token"));
      const { data, error } = await auth.verifyOtp({ email: address, token, type: "email_change" });
      if (error) throw error;
      if (!data.session) {
        // A response without a session means that the other address still has to confirm.
        setConfirmed(address);
        return undefined;
      }
      previous.current = undefined;
      await refresh();
      return template(words.email.done, { email: data.user?.email ?? pending ?? "" });
    },
    resend: () =>
      change.run("resend", async () => {
        const { error } = await auth.resend({ type: "email_change", email, options: redirect });
        if (error) {
          cooldown.extend(error);
          throw error;
        }
        setConfirmed(undefined);
        cooldown.restart();
        return words.email.resent;
      }),
    resendAt: cooldown.until,
    abandoned: isReentering ? user.new_email : undefined,
    enterAnother() {
      change.reset();
      setReentering(true);
    },
  };
}

const key = "portico.email-change";

/**
 * Returns which of two addresses has confirmed a change. The server does not report it, so this browser stores it for
 * this change.
 */
function useConfirmed(userId: string, pending: string | undefined) {
  const change = `${userId} ${pending}`;
  const [stored, setStored] = useState<{ change: string; address: string | undefined }>();

  useEffect(() => {
    const [storedChange, address] = readStored("localStorage", key)?.split("\n") ?? [];
    if (storedChange === change) setStored({ change, address });
  }, [change]);

  const setConfirmed = (address: string | undefined) => {
    setStored({ change, address });
    store("localStorage", key, address && `${change}\n${address}`);
  };
  return [stored?.change === change ? stored.address : undefined, setConfirmed] as const;
}
