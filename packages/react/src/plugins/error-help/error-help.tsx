"use client";

import type { AuthPlugin } from "../plugin.ts";
import { ErrorActions } from "./error-actions.tsx";
import { useHelpfulWords } from "./help-words.ts";
import { NonceField } from "./nonce-field.tsx";

/**
 * Puts the way out of each error beside what is said of it: another confirmation, a new code or
 * link, a countdown, signing in instead with the e-mail kept, a reset. In a language other than
 * English it has a text for every code of the server; English shows the server's own words.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[errorHelp()]} />
 */
export function errorHelp(): AuthPlugin {
  return {
    // A form of its own, which cannot stand in the other.
    Screen: ({ form, children }) => (
      <>
        {children}
        <NonceField form={form} />
      </>
    ),
    After: ErrorActions,
    useOptions(options) {
      const variables = useHelpfulWords(options.localization);
      return { ...options, localization: { ...options.localization, variables } };
    },
  };
}
