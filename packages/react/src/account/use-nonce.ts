import { useState } from "react";
import { codeOf } from "../form/ceremony-failure.ts";
import { typedCode } from "../form/latin.ts";
import type { Entries } from "../form/use-change.ts";
import { useAccount } from "./account.tsx";

/** The proof that the server asks for when the session is old: a code that it sends. */
export interface Nonce {
  /** True when the form has a field `nonce`. */
  readonly asksNonce: boolean;
  /** The part of the change that carries the code. */
  given(entered: Entries): { readonly nonce?: string };
  /**
   * Sends the code, if that is what the change was refused for, and gives what is to be said then.
   *
   * @throws what the change was refused for otherwise
   */
  send(refusal: unknown): Promise<string>;
  /** The change was made. */
  spent(): void;
}

export function useNonce(): Nonce {
  const { auth, words } = useAccount();
  const [asksNonce, setAsksNonce] = useState(false);
  return {
    asksNonce,
    given(entered) {
      const nonce = asksNonce ? typedCode(entered("nonce")) : "";
      return nonce ? { nonce } : {};
    },
    async send(refusal) {
      if (codeOf(refusal) !== "reauthentication_needed") throw refusal;
      const sent = await auth.reauthenticate();
      if (sent.error) throw sent.error;
      setAsksNonce(true);
      return words.password.nonce_sent;
    },
    spent: () => setAsksNonce(false),
  };
}
