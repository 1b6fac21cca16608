"use client";

import type { AuthHandlerState } from "../../form/handler-state.ts";
import type { AuthPlugin } from "../plugin.ts";
import { LinkScreen } from "./link-screen.tsx";
import { socialFormId, useAuthHandler } from "./use-auth-handler.ts";

/**
 * Connects the form to the handler of `@portico/react/server`, so that the form also works before its script has loaded
 * or without it: its fields, links and social buttons are ordinary HTML. Once the script has loaded, the form calls the
 * auth server directly, as it does without this plugin. Default for `redirectTo`: the handler's address.
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
      // Leave the focus to the message that is part of the loaded page.
      ...(hasMessage && { autoFocus: false }),
      ...(typeof location === "object" && {
        redirectTo: options.redirectTo ?? location.origin + state.action,
      }),
    }),
    useForm: (form) => ({ ...useAuthHandler(form, state), link: state.link }),
    Screen: LinkScreen,
    // The social buttons need a form of their own: they are above the main form, where Enter must press that form's
    // button.
    Above: ({ form }) =>
      form.social[0] && <form id={socialFormId(form)} method="post" action={state.action} />,
  };
}
