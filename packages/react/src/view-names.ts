/** The views by the constants of the archived kit. */
export const VIEWS = {
  SIGN_IN: "sign_in",
  SIGN_UP: "sign_up",
  FORGOTTEN_PASSWORD: "forgotten_password",
  MAGIC_LINK: "magic_link",
  UPDATE_PASSWORD: "update_password",
  VERIFY_OTP: "verify_otp",
} as const satisfies { readonly [name: string]: ViewType };

export type ViewSignIn = "sign_in";
export type ViewSignUp = "sign_up";
export type ViewMagicLink = "magic_link";
export type ViewForgottenPassword = "forgotten_password";
export type ViewUpdatePassword = "update_password";
export type ViewVerifyOtp = "verify_otp";

/** The six views of the form. */
export const viewTypes = [
  "sign_in",
  "sign_up",
  "forgotten_password",
  "magic_link",
  "update_password",
  "verify_otp",
] as const;

/** One of the six views. */
export type ViewType = (typeof viewTypes)[number];

export interface ViewsMap {
  [key: string]: ViewType;
}

/**
 * Returns the anchor of a view: the id of its form, and the fragment of a link to it. The anchors are those of the
 * archived kit, such as `auth-sign-in`; `forgotten_password` is `auth-forgot-password`.
 */
export function anchorOf(view: string): string {
  return `auth-${view.replace("forgotten", "forgot").replace("_", "-")}`;
}
