/** The views, under the archived kit's constant names. */
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
 * Returns a view's anchor, which is its form's id and the fragment of links to it. The anchors are the archived kit's,
 * such as `auth-sign-in`; that of `forgotten_password` is `auth-forgot-password`.
 */
export function anchorOf(view: string): string {
  return `auth-${view.replace("forgotten", "forgot").replace("_", "-")}`;
}
