"use client";

import type { AuthHandlerState } from "../../form/handler-state.ts";
import type { AuthPlugin } from "../plugin.ts";
import { LinkScreen } from "./link-screen.tsx";
import { socialFormId, useAuthHandler } from "./use-auth-handler.ts";

/**
 * Connects the form to the handler of `@portico/react/server`. The form then works before its script has loaded and
 * without it: its fields, links and social buttons are ordinary HTML. With the script it calls the auth server itself, as
 * without this plugin. Default for `redirectTo`: the handler's address.
 *
 * @param state the return value of the handler's `readState` for the page
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[authHandler(state)]} />
 */
export function authHandler(state: AuthHandlerState): AuthPlugin {
  const hasMessage = state.error ?? state.confirmation;
  return {
    useOptions: (options) => ({
      ...options,
      view: state.view ?? options.view ?? "sign_in",
      otpType: state.otpType ?? options.otpType ?? "email",
      // The message that the page is loaded with takes the focus.
      ...(hasMessage && { autoFocus: false }),
      ...(typeof location === "object" && {
        redirectTo: options.redirectTo ?? location.origin + state.action,
      }),
    }),
    useForm: (form) => ({ ...useAuthHandler(form, state), link: state.link }),
    Screen: LinkScreen,
    // The buttons are above the form, which has its own button for the key Enter.
    Above: ({ form }) =>
      form.social[0] && <form id={socialFormId(form)} method="post" action={state.action} />,
  };
}
