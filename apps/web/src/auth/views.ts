import type { ViewType } from "@portico/react";

/** Where the links of our messages lead: the templates in supabase/templates name it. */
export const confirmPath = "/confirm";

/** The fragment of the address that shows each view, so that Back works and a link can be sent. */
export const anchors: Readonly<Record<ViewType, string>> = {
  sign_in: "#auth-sign-in",
  sign_up: "#auth-sign-up",
  forgotten_password: "#auth-forgot-password",
  magic_link: "#auth-magic-link",
  update_password: "#auth-update-password",
  verify_otp: "#auth-verify-otp",
};

/** The view that a fragment asks for; undefined when it is no view's (a token's, an error's, none). */
export function viewAt(fragment: string): ViewType | undefined {
  for (const view of views) if (anchors[view] === fragment) return view;
  return undefined;
}

const views: readonly ViewType[] = [
  "sign_in",
  "sign_up",
  "forgotten_password",
  "magic_link",
  "update_password",
  "verify_otp",
];
