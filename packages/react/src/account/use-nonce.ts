import { useState } from "react";
import { codeOf } from "../form/ceremony-failure.ts";
import { normalizeCode } from "../form/digits.ts";
import type { Entries } from "../form/use-change.ts";
import { useAccount } from "./account.tsx";

/** The code that the server requires if the user's sign-in is too old. */
export interface Nonce {
  /** Whether the form has a field `nonce`. */
  readonly requiresNonce: boolean;
  /** Returns the code as a parameter for the client's method. */
  parameters(entries: Entries): { readonly nonce?: string };
  /**
   * Requests the code if the error requires one, and returns the text to show.
   *
   * @throws the error, if it does not require a code
   */
  send(error: unknown): Promise<string>;
  /** Hides the field after the change was made. */
  reset(): void;
}

export function useNonce(): Nonce {
  const { auth, words: texts } = useAccount();
  const [requiresNonce, setRequiresNonce] = useState(false);
  return {
    requiresNonce,
    parameters(entries) {
      const nonce = requiresNonce ? normalizeCode(entries("nonce")) : "";
      return nonce ? { nonce } : {};
    },
    async send(error) {
      if (codeOf(error) !== "reauthentication_needed") throw error;
      const response = await auth.reauthenticate();
      if (response.error) throw response.error;
      setRequiresNonce(true);
      return texts.password.nonce_sent;
    },
    reset: () => setRequiresNonce(false),
  };
}
