"use client";

import type { Extra } from "../extra.ts";
import { useHelpfulWords } from "./help-words.ts";
import { WaysOut } from "./ways-out.tsx";

/**
 * Says every error in a plain sentence, with the way out of it beside: another confirmation, a new
 * code or link, a countdown, signing in instead with the e-mail kept, a reset. Without it the form
 * shows what the server says, as it does of a code that is not known.
 *
 * @example
 * <Auth supabaseClient={supabase} around={[errorHelp()]} />
 */
export function errorHelp(): Extra {
  return {
    Screen: WaysOut,
    useOptions(options) {
      const variables = useHelpfulWords(options.localization);
      return { ...options, localization: { ...options.localization, variables } };
    },
  };
}
