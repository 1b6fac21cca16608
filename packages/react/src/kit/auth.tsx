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

// The archived kit rendered nothing for an unknown view.
const AuthRoot = (props: AuthProps) =>
  views[props.view ?? "sign_in"] ? <AuthView {...props} /> : null;

/**
 * Renders the sign-in forms, with all views and the links between them. Parts are available as `Auth.SignIn`,
 * `Auth.useUser` and so on.
 *
 * @example
 * import { Auth } from "@portico/react";
 * import "@portico/react/styles.css";
 *
 * <Auth supabaseClient={createClient(url, key)} providers={["github"]} />
 */
export const Auth = /* @__PURE__ */ Object.assign(AuthRoot, {
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
