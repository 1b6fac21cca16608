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

/** The settings of the backend; empty if they are unknown. */
export const SettingsContext = createContext<AuthSettings>({});

/** Passes the settings by context: a new array of plugins would remount the form when they arrive. */
const settingsFromContext: AuthPlugin = {
  useOptions: (options) => ({ ...options, settings: use(SettingsContext) }),
};

/** Creates the plugins of the form. */
export const formPlugins = (): readonly AuthPlugin[] => [
  settingsFromContext,
  serverSettings(),
  offlineNotice(),
  lastUsedMethod(),
  errorHelp(),
  passkeys(),
  passwordChecklist(),
  emailSuggestion(),
];

/**
 * Creates the plugin for the less common sign-in methods.
 *
 * @param codeLength the number of digits in a one-time code, if known
 */
export const moreSignInMethods = (codeLength: number | undefined) =>
  moreMethods([phone({ codeLength }), singleSignOn(), anonymousSignIn()]);
