import type { View } from "../form/view.ts";
import type { ViewType } from "../view-names.ts";
import { forgottenPassword } from "./forgotten-password.ts";
import { magicLink } from "./magic-link.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { updatePassword } from "./update-password.ts";
import { verifyOtp } from "./verify-otp.ts";

/** The views, by name. */
export const views: Readonly<Record<ViewType, View>> = {
  sign_in: signIn,
  sign_up: signUp,
  forgotten_password: forgottenPassword,
  magic_link: magicLink,
  update_password: updatePassword,
  verify_otp: verifyOtp,
};
