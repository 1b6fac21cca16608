"use client";

import type { AuthProps } from "../headless/auth-props.ts";
import { AuthView } from "./auth-view.tsx";

/** Renders the sign-in form. Default: without links. */
export function SignIn(
  props: Omit<AuthProps, "view" | "onlyThirdPartyProviders" | "additionalData">,
) {
  return <AuthView showLinks={false} {...props} onlyThirdPartyProviders={false} view="sign_in" />;
}

/** Renders the sign-up form. Default: without links. */
export function SignUp(props: Omit<AuthProps, "view" | "onlyThirdPartyProviders">) {
  return <AuthView showLinks={false} {...props} onlyThirdPartyProviders={false} view="sign_up" />;
}

/** Renders the magic-link form. */
export function MagicLink(
  props: Omit<
    AuthProps,
    "view" | "onlyThirdPartyProviders" | "magicLink" | "showLinks" | "additionalData"
  >,
) {
  return <AuthView {...props} view="magic_link" showLinks={false} />;
}

/** Renders only the social buttons. */
export function SocialAuth(
  props: Omit<
    AuthProps,
    "view" | "onlyThirdPartyProviders" | "magicLink" | "showLinks" | "additionalData"
  >,
) {
  return <AuthView {...props} view="sign_in" showLinks={false} onlyThirdPartyProviders />;
}

/** Renders the form that requests a link to reset the password. Default: without links. */
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

/** Renders the form that sets a new password. It stays visible after success, because it has no other view to show. */
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

/** Renders the form that verifies a one-time code. */
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
