"use client";

import { useEffect, useRef, useState } from "react";
import { FieldError } from "../form/failure.ts";
import { typedCode } from "../form/latin.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { usePause } from "../messages/resend.tsx";
import { readStored, store } from "../storage.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface EmailChangeOptions {
  /** Where the links in the messages lead back to. */
  redirectTo?: string;
  /**
   * True when the old address has to confirm as well (`double_confirm_changes` of the project, which
   * the server does not tell). Default: true, as is the project's.
   */
  bothConfirm?: boolean;
  /** How long to wait before it is sent again, in seconds, until the server says. Default: 60. */
  wait?: number;
}

/** A change of the e-mail address without its markup. */
export interface EmailChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "asksNonce"> {
  readonly email: string;
  /** The address that it is changing to; undefined while it is not. Kept by the server. */
  readonly pending: string | undefined;
  /** The addresses that have to confirm yet, each by the code that it was sent, or by the link. */
  readonly awaited: readonly string[];
  /** Which messages to look for, and where. */
  readonly instructions: string;
  /** Sends the field `email`, and `nonce` where it is asked for. */
  begin(entered: Entries): Promise<string | undefined>;
  /** Sends the field `token`, with the code that an address was sent. */
  confirm(address: string, entered: Entries): Promise<string | undefined>;
  resend(): Promise<void>;
  /** From when on it may be sent again, in milliseconds since 1970. */
  readonly resendAt: number;
  /** The address that was given up for another, to be put right; undefined where none was. */
  readonly abandoned: string | undefined;
  /** Asks for another address; the one that waits is forgotten with the next that is entered. */
  readonly enterAnother: () => void;
}

/** Changes the e-mail address, with one confirmation or two. It survives a reload. */
export function useEmailChange(options: EmailChangeOptions = {}): EmailChange {
  const { auth, formWords, user, words, refresh } = useAccount();
  const { bothConfirm = true, redirectTo, wait } = options;
  const change = useAccountChange();
  const nonce = useNonce();
  const email = user.email ?? "";
  const [another, setAnother] = useState(false);
  const pending = (!another && user.new_email) || undefined;
  const [confirmed, remember] = useConfirmed(user.id, pending);
  const pause = usePause(Date.parse(user.email_change_sent_at ?? "") || 0, wait);
  const addresses = pending ? [pending, ...(bothConfirm && email ? [email] : [])] : [];
  const options_ = redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };

  // It was confirmed by a link, in another tab or on another device.
  const waiting = useRef(pending);
  const { run } = change;
  useEffect(() => {
    const before = waiting.current;
    waiting.current = pending;
    if (before && before === email)
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
    async begin(entered) {
      const address = entered("email").trim();
      // The server takes no address for no change, and answers as if there had been one.
      if (!address) throw new FieldError("email", formWords.magic_link.empty_email_address);
      const { error } = await auth.updateUser(
        { email: address, ...nonce.given(entered) },
        options_,
      );
      if (error) return nonce.send(error);
      nonce.spent();
      remember(undefined);
      pause.again();
      setAnother(false);
      await refresh();
      return undefined;
    },
    async confirm(address, entered) {
      const token = typedCode(entered("token"));
      const { data, error } = await auth.verifyOtp({ email: address, token, type: "email_change" });
      if (error) throw error;
      if (!data.session) {
        // The first of two: the server says so, and nothing more.
        remember(address);
        // The instructions say it.
        return undefined;
      }
      waiting.current = undefined;
      await refresh();
      return template(words.email.done, { email: data.user?.email ?? pending ?? "" });
    },
    resend: () =>
      change.run("resend", async () => {
        const { error } = await auth.resend({ type: "email_change", email, options: options_ });
        if (error) {
          pause.heed(error);
          throw error;
        }
        remember(undefined);
        pause.again();
        return words.email.resent;
      }),
    resendAt: pause.until,
    abandoned: another ? user.new_email : undefined,
    enterAnother() {
      change.reset();
      setAnother(true);
    },
  };
}

const key = "portico.email-change";

/**
 * Which of two addresses has confirmed a change. The server knows and does not tell, so that this
 * browser keeps it, for this change alone.
 */
function useConfirmed(userId: string, pending: string | undefined) {
  const change = `${userId} ${pending}`;
  const [confirmed, setConfirmed] = useState<{ change: string; address: string | undefined }>();

  useEffect(() => {
    const [kept, address] = readStored("localStorage", key)?.split("\n") ?? [];
    if (kept === change) setConfirmed({ change, address });
  }, [change]);

  const remember = (address: string | undefined) => {
    setConfirmed({ change, address });
    store("localStorage", key, address && `${change}\n${address}`);
  };
  return [confirmed?.change === change ? confirmed.address : undefined, remember] as const;
}
