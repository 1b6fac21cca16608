/** The six views of the form, by the names of the archived kit. */
export const VIEWS = {
  SIGN_IN: "sign_in",
  SIGN_UP: "sign_up",
  FORGOTTEN_PASSWORD: "forgotten_password",
  MAGIC_LINK: "magic_link",
  UPDATE_PASSWORD: "update_password",
  VERIFY_OTP: "verify_otp",
} as const;

export type ViewSignIn = "sign_in";
export type ViewSignUp = "sign_up";
export type ViewMagicLink = "magic_link";
export type ViewForgottenPassword = "forgotten_password";
export type ViewUpdatePassword = "update_password";
export type ViewVerifyOtp = "verify_otp";

/** One of the six views. */
export type ViewType = (typeof VIEWS)[keyof typeof VIEWS];

export interface ViewsMap {
  [key: string]: ViewType;
}

/** Each view's anchor: the id of its form, and the fragment that a link to it names. */
export const anchors: Readonly<Record<ViewType, string>> = {
  sign_in: "auth-sign-in",
  sign_up: "auth-sign-up",
  forgotten_password: "auth-forgot-password",
  magic_link: "auth-magic-link",
  update_password: "auth-update-password",
  verify_otp: "auth-verify-otp",
};

/** Whether a string names a view. */
export function isView(name: string): name is ViewType {
  return name in anchors;
}
