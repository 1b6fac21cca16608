"use client";

import type { AuthPlugin } from "../plugin.ts";
import { ErrorActions } from "./error-actions.tsx";
import { useErrorTexts } from "./error-texts.ts";
import { NonceField } from "./nonce-field.tsx";

/**
 * Adds actions to each error message: send another confirmation, request a new code or link, wait for a countdown, sign
 * in instead with the same e-mail, reset the password. In languages other than English it has a text for every error
 * code of the server; English shows the server's messages.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[errorHelp()]} />
 */
export function errorHelp(): AuthPlugin {
  return {
    // The nonce has its own form, which cannot be nested in the other one.
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
