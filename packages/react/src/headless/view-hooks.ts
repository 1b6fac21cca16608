"use client";

import { failureOf } from "../form/failure.ts";
import type { Form } from "../form/form.ts";
import { notify } from "../form/notify.ts";
import type { FormOptions } from "../form/options.ts";
import { useForm } from "../form/use-form.ts";
import { useSubmission } from "../form/use-submission.ts";
import type { View } from "../form/view.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { resolveTexts } from "../i18n/words.ts";
import type { SocialOptions } from "../social/options.ts";
import { type SocialButton, socialButtons } from "../social/social.ts";
import type { ViewType } from "../view-names.ts";
import { forgottenPassword } from "../views/forgotten-password.ts";
import { magicLink } from "../views/magic-link.ts";
import { signIn } from "../views/sign-in.ts";
import { signUp } from "../views/sign-up.ts";
import { updatePassword } from "../views/update-password.ts";
import { verifyOtp } from "../views/verify-otp.ts";

/*
 * The hooks behind the views, for your own markup. Each returns the props of its form's elements (see `Form`), and
 * behaves like the kit's view. A page that uses one of them loads neither the other views nor the kit's markup.
 */

/** Returns the form that signs in with e-mail and password. */
export const useSignIn = (options: FormOptions): Form => useViewForm("sign_in", signIn, options);

/** Returns the form that creates an account. Inputs named `data.…` are stored in the new user's metadata. */
export const useSignUp = (options: FormOptions): Form => useViewForm("sign_up", signUp, options);

/** Returns the form that sends a sign-in link. */
export const useMagicLink = (options: FormOptions): Form =>
  useViewForm("magic_link", magicLink, options);

/** Returns the form that sends a link to reset the password. */
export const useForgottenPassword = (options: FormOptions): Form =>
  useViewForm("forgotten_password", forgottenPassword, options);

/** Returns the form that sets a new password. */
export const useUpdatePassword = (options: FormOptions): Form =>
  useViewForm("update_password", updatePassword, options);

/** Returns the form that verifies a one-time code. */
export const useVerifyOtp = (options: FormOptions): Form =>
  useViewForm("verify_otp", verifyOtp, options);

function useViewForm(name: ViewType, view: View, options: FormOptions): Form {
  const texts = resolveTexts(options.localization?.variables);
  const submission = useSubmission((error) => {
    const failure = failureOf(error, texts);
    notify(() => options.onError?.({ ...failure, view: name, error }));
    return failure;
  });
  return useForm({ name, view, texts, submission }, options);
}

/** Returns the buttons of social sign-in, and the error of the last one that was pressed. */
export function useSocialAuth(options: SocialOptions & { localization?: LocalizationProp }): {
  readonly buttons: readonly SocialButton[];
  readonly error: string | undefined;
} {
  const texts = resolveTexts(options.localization?.variables);
  const submission = useSubmission((error) => failureOf(error, texts));
  const { state } = submission;
  return {
    buttons: socialButtons(options, submission, texts.sign_in.social_provider_text),
    error: state.phase === "failed" ? state.message : undefined,
  };
}
