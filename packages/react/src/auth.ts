"use client";

import { createElement, lazy, Suspense } from "react";
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
import { UserContextProvider, useUser } from "./session/user-context.tsx";
import type { AuthProps } from "./types.ts";

const Asking = /* @__PURE__ */ lazy(() => import("./around/settings/asking.tsx"));

/** What asks the server is fetched where it is asked for. */
function Whole(props: AuthProps) {
  return props.settings
    ? createElement(Suspense, null, createElement(Asking, { ...props, View: AuthView }))
    : createElement(AuthView, props);
}

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
