"use client";

import { useId, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthUiClient } from "../../client.ts";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { ceremonyFailureOf } from "../../form/ceremony-failure.ts";
import type { Form, FormButton } from "../../form/form.ts";
import { notify } from "../../form/notify.ts";
import type { AuthSuccess, FormOptions } from "../../form/options.ts";
import { useSubmission } from "../../form/use-submission.ts";
import type { Words } from "../../i18n/en.ts";
import { wordsOf } from "../../i18n/words.ts";
import { type ClientWith, has } from "../client.ts";
import type { PluginLocalization } from "../words.ts";
import { wordsFor } from "../words-for.ts";
import { passkeys as english } from "./en.ts";

/** A client with passkeys. */
export type PasskeyClient = ClientWith<"passkey" | "signInWithPasskey">;

export function hasPasskeys(client: AuthUiClient): client is PasskeyClient {
  return has(client, "passkey") && has(client, "signInWithPasskey");
}

/** Returns whether the browser has passkeys. True in the first render, which must match the server's. */
export function useBrowserHasPasskeys(): boolean {
  const [isSupported, setSupported] = useState(true);
  useBrowserLayoutEffect(() => setSupported(typeof PublicKeyCredential !== "undefined"), []);
  return isSupported;
}

/** The name of the submission, which `lastUsedMethod` stores. */
export const passkeyMethod = "passkey";

type Options = Pick<FormOptions, "captchaToken"> & { localization?: PluginLocalization };

/**
 * Signs in with the passkey that the user chooses.
 *
 * @throws {Error} with a message for users, instead of the browser's message for developers
 */
export async function signInByPasskey(
  { auth }: PasskeyClient,
  options: Options,
  formWords: Words,
): Promise<Pick<AuthSuccess, "session" | "user">> {
  const { cancelled } = wordsFor("passkeys", english, options.localization);
  const { data, error } = await auth.signInWithPasskey({
    options: { ...(await resolveCaptchaToken(options)) },
  });
  if (!error) return { user: data.user, session: data.session };
  const words = { ...formWords, errors: { ...formWords.errors, webauthn_cancelled: cancelled } };
  throw Object.assign(new Error(ceremonyFailureOf(error, words).message), {
    code: Reflect.get(error, "code"),
    status: Reflect.get(error, "status"),
  });
}

export interface PasskeySignInOptions
  extends Pick<FormOptions, "captchaToken" | "onError" | "onSuccess" | "supabaseClient"> {
  localization?: PluginLocalization;
}

/** Signing in with a passkey, for your own markup. */
export interface PasskeySignIn extends Pick<Form, "alert" | "state"> {
  /** False if the browser or the client has no passkeys: then render nothing. */
  readonly available: boolean;
  readonly button: FormButton;
}

/** Returns the button that signs in with a passkey, for your own markup. */
export function usePasskeySignIn({
  supabaseClient,
  ...options
}: PasskeySignInOptions): PasskeySignIn {
  const id = useId();
  const formWords = wordsOf(options.localization?.variables);
  const view = "sign_in";
  const submission = useSubmission((error) => {
    const failure = ceremonyFailureOf(error, formWords);
    notify(() => options.onError?.({ ...failure, view, error }));
    return failure;
  });
  const isSupported = useBrowserHasPasskeys();
  const { state } = submission;

  return {
    state,
    available: isSupported && hasPasskeys(supabaseClient),
    button: {
      type: "button",
      ...submission.busy(passkeyMethod),
      children: wordsFor("passkeys", english, options.localization).button_label,
      onClick: () =>
        void submission.run(passkeyMethod, async () => {
          if (!hasPasskeys(supabaseClient)) return undefined;
          const success = await signInByPasskey(supabaseClient, options, formWords);
          notify(() => options.onSuccess?.({ view, ...success }));
          return undefined;
        }),
    },
    alert: {
      role: "alert",
      id,
      children: state.phase === "failed" ? state.message : undefined,
    },
  };
}
