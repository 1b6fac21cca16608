"use client";

import type { AuthPlugin } from "../plugin.ts";
import { ErrorActions } from "./error-actions.tsx";
import { useErrorTexts } from "./error-texts.ts";
import { NonceField } from "./nonce-field.tsx";

/**
 * Adds actions to error messages, for example to send another confirmation, request a new code or link, wait for a
 * countdown, sign in with the same e-mail, or reset the password. In languages other than English it adds a text for
 * every error code of the server; English shows the server's messages.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[errorHelp()]} />
 */
export function errorHelp(): AuthPlugin {
  return {
    // The nonce field has its own form, and forms cannot be nested.
    Screen: ({ form, children }) => (
      <>
        {children}
        <NonceField form={form} />
      </>
    ),
    After: ErrorActions,
    useOptions(options) {
      const variables = useErrorTexts(options.localization);
      return { ...options, localization: { ...options.localization, variables } };
    },
  };
}
