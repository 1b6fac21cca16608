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
import { resolveTexts } from "../../i18n/words.ts";
import { type ClientWith, hasMethod } from "../client.ts";
import { textsFor } from "../texts-for.ts";
import type { PluginLocalization } from "../words.ts";
import { passkeys as english } from "./en.ts";

/** A client with passkeys. */
export type PasskeyClient = ClientWith<"passkey" | "signInWithPasskey">;

export function hasPasskeys(client: AuthUiClient): client is PasskeyClient {
  return hasMethod(client, "passkey") && hasMethod(client, "signInWithPasskey");
}

/** Returns whether the browser supports passkeys. Returns true in the first render, which must match the server's. */
export function usePasskeySupport(): boolean {
  const [isSupported, setSupported] = useState(true);
  useBrowserLayoutEffect(() => setSupported(typeof PublicKeyCredential !== "undefined"), []);
  return isSupported;
}

/** The submission's source, which `lastUsedMethod` stores as the method's name. */
export const passkeyMethod = "passkey";

type PasskeyOptions = Pick<FormOptions, "captchaToken"> & { localization?: PluginLocalization };

/**
 * Signs in with the passkey that the user chooses.
 *
 * @throws {Error} with a message for users, instead of the browser's message for developers
 */
export async function signInWithPasskey(
  { auth }: PasskeyClient,
  options: PasskeyOptions,
  formTexts: Words,
): Promise<Pick<AuthSuccess, "session" | "user">> {
  const { cancelled } = textsFor("passkeys", english, options.localization);
  const { data, error } = await auth.signInWithPasskey({
    options: { ...(await resolveCaptchaToken(options)) },
  });
  if (!error) return { user: data.user, session: data.session };
  const texts = { ...formTexts, errors: { ...formTexts.errors, webauthn_cancelled: cancelled } };
  throw Object.assign(new Error(ceremonyFailureOf(error, texts).message), {
    code: Reflect.get(error, "code"),
    status: Reflect.get(error, "status"),
  });
}

export interface PasskeySignInOptions
  extends Pick<FormOptions, "captchaToken" | "onError" | "onSuccess" | "supabaseClient"> {
  localization?: PluginLocalization;
}

/** The state and the button of passkey sign-in, for your own markup. */
export interface PasskeySignIn extends Pick<Form, "alert" | "state"> {
  /** Whether the browser and the client support passkeys. If not, render nothing. */
  readonly available: boolean;
  readonly button: FormButton;
}

/** Returns the button that signs in with a passkey, for your own markup. */
export function usePasskeySignIn({
  supabaseClient,
  ...options
}: PasskeySignInOptions): PasskeySignIn {
  const id = useId();
  const formTexts = resolveTexts(options.localization?.variables);
  const view = "sign_in";
  const submission = useSubmission((error) => {
    const failure = ceremonyFailureOf(error, formTexts);
    notify(() => options.onError?.({ ...failure, view, error }));
    return failure;
  });
  const isSupported = usePasskeySupport();
  const { state } = submission;

  return {
    state,
    available: isSupported && hasPasskeys(supabaseClient),
    button: {
      type: "button",
      ...submission.busy(passkeyMethod),
      children: textsFor("passkeys", english, options.localization).button_label,
      onClick: () =>
        void submission.run(passkeyMethod, async () => {
          if (!hasPasskeys(supabaseClient)) return undefined;
          const success = await signInWithPasskey(supabaseClient, options, formTexts);
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
