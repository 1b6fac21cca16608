"use client";

import { useState } from "react";
import { typedCode, typedNumber } from "../form/latin.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { usePause } from "../messages/resend.tsx";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { type Nonce, useNonce } from "./use-nonce.ts";

export interface PhoneChangeOptions {
  /** How long to wait before a code is sent again, in seconds, until the server says. Default: 60. */
  wait?: number;
}

/** A change of the phone number without its markup. */
export interface PhoneChange
  extends Change,
    Pick<AccountContext, "words">,
    Pick<Nonce, "asksNonce"> {
  /** The number as it is dialled, with its plus; empty without one. */
  readonly phone: string;
  /** The number that a code was sent to; undefined while none is waited for. Kept by the server. */
  readonly pending: string | undefined;
  /** Sends the field `phone`, and `nonce` where it is asked for. */
  begin(entered: Entries): Promise<string | undefined>;
  /** Sends the field `token`. */
  confirm(entered: Entries): Promise<string | undefined>;
  resend(): Promise<void>;
  /** From when on a code may be sent again, in milliseconds since 1970. */
  readonly resendAt: number;
  readonly enterAnother: () => void;
}

/** Changes the phone number, by a code that is sent to the new one. It survives a reload. */
export function usePhoneChange({ wait }: PhoneChangeOptions = {}): PhoneChange {
  const { auth, user, words, refresh } = useAccount();
  const change = useAccountChange();
  const nonce = useNonce();
  const [another, setAnother] = useState(false);
  // The client does not tell when a code was sent: after a reload the server says how long to wait.
  const pause = usePause(Number.NEGATIVE_INFINITY, wait);
  const pending = (!another && dialled(user.new_phone)) || undefined;

  async function send(phone: string, proof: { nonce?: string } = {}) {
    const { data, error } = await auth.updateUser({ phone: typedNumber(phone), ...proof });
    if (error) {
      pause.heed(error);
      throw error;
    }
    nonce.spent();
    pause.again();
    setAnother(false);
    await refresh();
    // A project may take a number without confirming it.
    return data.user.new_phone ? undefined : template(words.phone.done, { phone });
  }

  return {
    ...change,
    words,
    phone: dialled(user.phone),
    pending,
    asksNonce: nonce.asksNonce,
    begin: (entered) => send(entered("phone"), nonce.given(entered)).catch(nonce.send),
    async confirm(entered) {
      if (!pending) return;
      const token = typedCode(entered("token"));
      const { error } = await auth.verifyOtp({ phone: pending, token, type: "phone_change" });
      if (error) throw error;
      await refresh();
      return template(words.phone.done, { phone: pending });
    },
    resend: () =>
      change.run("resend", async () => {
        if (!pending) return;
        await send(pending);
        return template(words.phone.sent, { phone: pending });
      }),
    resendAt: pause.until,
    enterAnother() {
      change.reset();
      setAnother(true);
    },
  };
}

/** The wire has numbers without their plus. */
function dialled(phone: string | undefined): string {
  return phone ? `+${phone.replace(/^\+/, "")}` : "";
}
