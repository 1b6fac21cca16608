import {
  type AuthPlugin,
  type AuthSettings,
  anonymousSignIn,
  emailSuggestion,
  errorHelp,
  lastUsedMethod,
  moreMethods,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  serverSettings,
  singleSignOn,
} from "@portico/react/plugins";
import { createContext, use } from "react";

/** The plugins for what the backend offers; none where its settings are unknown. */
export const SettingsContext = createContext<AuthSettings>({});

/** Hands it over without making the form anew when more of it is known. */
const told: AuthPlugin = {
  useOptions: (options) => ({ ...options, settings: use(SettingsContext) }),
};

/** The plugins of the form: all that the kit has and a backend can show. */
export const formPlugins = (): readonly AuthPlugin[] => [
  told,
  serverSettings(),
  offlineNotice(),
  lastUsedMethod(),
  errorHelp(),
  passkeys(),
  passwordChecklist(),
  emailSuggestion(),
];

/**
 * The sign-in methods that few people take.
 *
 * @param codeLength how many digits codes have, where that is known
 */
export const furtherMethods = (codeLength: number | undefined) =>
  moreMethods([phone({ codeLength }), singleSignOn(), anonymousSignIn()]);
