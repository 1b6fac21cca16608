"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { AuthSuccess } from "../../form/options.ts";
import { hasMethod } from "../client.ts";
import type { PluginForm } from "../plugin.ts";

/**
 * Offers passkeys in the first field's autofill. The browser allows only one passkey request at a time, so the caller
 * can abort this one.
 */
export function usePasskeyAutofill(
  { options: { captchaToken, supabaseClient: client } }: PluginForm,
  isFirstStep: boolean,
  request: RefObject<AbortController | undefined>,
  onSuccess: (success: Pick<AuthSuccess, "session" | "user">) => void,
) {
  const latestOnSuccess = useRef(onSuccess);
  useEffect(() => {
    latestOnSuccess.current = onSuccess;
  });
  // With a captcha, the user would have to solve it before choosing a passkey.
  const isEnabled = isFirstStep && captchaToken === undefined;

  useEffect(() => {
    if (!isEnabled || !hasMethod(client, "passkey")) return;
    const controller = new AbortController();
    request.current = controller;
    const { signal } = controller;
    import("./after-first-step.ts")
      .then(({ autofillPasskey }) => autofillPasskey(client.auth, signal))
      .then((success) => success && latestOnSuccess.current(success))
      // Ignore errors, because the user did not start this request.
      .catch(() => {});
    return () => controller.abort();
  }, [isEnabled, client, request]);
}
