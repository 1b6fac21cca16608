"use client";

import { useState } from "react";
import { normalizeCode, normalizePhoneNumber } from "../form/digits.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { useCooldown } from "../messages/resend.tsx";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface PhoneChangeOptions {
  /** How long to wait before another code can be sent, in seconds, unless the server says otherwise. Default: 60. */
  wait?: number;
}

/** The state and the actions of a phone number change, for your own markup. */
export interface PhoneChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "requiresNonce"> {
  /** The number in international format with a plus sign, or an empty string. */
  readonly phone: string;
  /** The number that a code was sent to, or undefined. The server stores it. */
  readonly pending: string | undefined;
  /** Submits the field `phone`, and `nonce` if it is required. */
  begin(entries: Entries): Promise<string | undefined>;
  /** Submits the field `token`. */
  confirm(entries: Entries): Promise<string | undefined>;
  resend(): Promise<void>;
  /** When another code can be sent, in milliseconds since 1970. */
  readonly resendAt: number;
  readonly enterAnother: () => void;
}

/** Changes the phone number, with a code that is sent to the new number. The change survives a reload. */
export function usePhoneChange({ wait }: PhoneChangeOptions = {}): PhoneChange {
  const { auth, user, words: texts, refresh } = useAccount();
  const change = useAccountChange();
  const nonce = useNonce();
  const [isEnteringAnother, setIsEnteringAnother] = useState(false);
  // The client does not report when it sent a code, so after a reload there is no cooldown until a response to `resend`
  // contains one.
  const cooldown = useCooldown(Number.NEGATIVE_INFINITY, wait);
  const pending = (!isEnteringAnother && withPlus(user.new_phone)) || undefined;

  async function send(phone: string, proof: { nonce?: string } = {}) {
    const { data, error } = await auth.updateUser({ phone: normalizePhoneNumber(phone), ...proof });
    if (error) {
      cooldown.extend(error);
      throw error;
    }
    nonce.reset();
    cooldown.restart();
    setIsEnteringAnother(false);
    await refresh();
    // A project can accept numbers without confirmation.
    return data.user.new_phone ? undefined : template(texts.phone.done, { phone });
  }

  return {
    ...change,
    words: texts,
    phone: withPlus(user.phone),
    pending,
    requiresNonce: nonce.requiresNonce,
    begin: (entries) => send(entries("phone"), nonce.parameters(entries)).catch(nonce.send),
    async confirm(entries) {
      if (!pending) return;
      const token = normalizeCode(entries("token"));
      const { error } = await auth.verifyOtp({ phone: pending, token, type: "phone_change" });
      if (error) throw error;
      await refresh();
      return template(texts.phone.done, { phone: pending });
    },
    resend: () =>
      change.run("resend", async () => {
        if (!pending) return;
        await send(pending);
        return template(texts.phone.sent, { phone: pending });
      }),
    resendAt: cooldown.endMs,
    enterAnother() {
      change.reset();
      setIsEnteringAnother(true);
    },
  };
}

/** Returns a number with a plus sign, which numbers from the API lack. */
function withPlus(phone: string | undefined): string {
  return phone ? `+${phone.replace(/^\+/, "")}` : "";
}
