"use client";

import type { AuthProps } from "../headless/auth-props.ts";
import { AuthView } from "./auth-view.tsx";

/** The sign-in form, without links unless asked for. */
export function SignIn(
  props: Omit<AuthProps, "view" | "onlyThirdPartyProviders" | "additionalData">,
) {
  return <AuthView showLinks={false} {...props} onlyThirdPartyProviders={false} view="sign_in" />;
}

/** The sign-up form, without links unless asked for. */
export function SignUp(props: Omit<AuthProps, "view" | "onlyThirdPartyProviders">) {
  return <AuthView showLinks={false} {...props} onlyThirdPartyProviders={false} view="sign_up" />;
}

/** The magic-link form. */
export function MagicLink(
  props: Omit<
    AuthProps,
    "view" | "onlyThirdPartyProviders" | "magicLink" | "showLinks" | "additionalData"
  >,
) {
  return <AuthView {...props} view="magic_link" showLinks={false} />;
}

/** The social buttons alone. */
export function SocialAuth(
  props: Omit<
    AuthProps,
    "view" | "onlyThirdPartyProviders" | "magicLink" | "showLinks" | "additionalData"
  >,
) {
  return <AuthView {...props} view="sign_in" showLinks={false} onlyThirdPartyProviders />;
}

/** The form that asks for a link to reset the password, without links unless asked for. */
export function ForgottenPassword(
  props: Pick<
    AuthProps,
    | "supabaseClient"
    | "appearance"
    | "captchaToken"
    | "components"
    | "localization"
    | "theme"
    | "showLinks"
    | "redirectTo"
    | "onSuccess"
    | "onError"
    | "onBeforeViewChange"
  >,
) {
  return <AuthView showLinks={false} {...props} view="forgotten_password" />;
}

/** The form that sets a new password. It stays when it is done: it has no other to go to. */
export function UpdatePassword(
  props: Pick<
    AuthProps,
    | "supabaseClient"
    | "appearance"
    | "components"
    | "localization"
    | "theme"
    | "passwordLimit"
    | "onSuccess"
    | "onError"
  >,
) {
  return <AuthView {...props} view="update_password" onBeforeViewChange={() => false} />;
}

/** The form that verifies a one-time code. */
export function VerifyOtp(
  props: Pick<
    AuthProps,
    | "supabaseClient"
    | "appearance"
    | "captchaToken"
    | "components"
    | "localization"
    | "slots"
    | "theme"
    | "otpType"
    | "showLinks"
    | "redirectTo"
    | "onSuccess"
    | "onError"
    | "onBeforeViewChange"
  >,
) {
  return <AuthView {...props} view="verify_otp" />;
}
