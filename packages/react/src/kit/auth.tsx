"use client";

import type { AuthProps } from "../headless/auth-props.ts";
import { UserContextProvider, useUser } from "../session/user-context.tsx";
import { views } from "../views/index.ts";
import { AuthView } from "./auth-view.tsx";
import {
  ForgottenPassword,
  MagicLink,
  SignIn,
  SignUp,
  SocialAuth,
  UpdatePassword,
  VerifyOtp,
} from "./parts.tsx";

// A view that does not exist was nothing in the archived kit.
const Whole = (props: AuthProps) =>
  views[props.view ?? "sign_in"] ? <AuthView {...props} /> : null;

/**
 * The forms that sign people in, with every view and the ways between them. Its parts are at hand
 * as `Auth.SignIn`, `Auth.useUser` and so on.
 *
 * @example
 * import { Auth } from "@portico/react";
 * import "@portico/react/styles.css";
 *
 * <Auth supabaseClient={createClient(url, key)} providers={["github"]} />
 */
export const Auth = /* @__PURE__ */ Object.assign(Whole, {
  SignIn,
  SignUp,
  MagicLink,
  ForgottenPassword,
  UpdatePassword,
  VerifyOtp,
  SocialAuth,
  UserContextProvider,
  useUser,
});
