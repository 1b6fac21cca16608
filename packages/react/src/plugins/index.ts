/** The form's plugins. A page loads only the plugins that it imports. */

export type { AuthHandlerState, HandlerError } from "../form/handler-state.ts";
export type { Mailbox } from "../messages/mailbox.ts";
export { knownMailbox } from "../messages/mailbox.ts";
export { fetchSettings } from "../settings/fetch-settings.ts";
export { type AuthSettings, enabledProviders, parseSettings } from "../settings/settings.ts";
export { anonymousSignIn } from "./anonymous/anonymous-sign-in.tsx";
export { AnonymousUpgrade, type AnonymousUpgradeProps } from "./anonymous/anonymous-upgrade.tsx";
export type { AnonymousUpgradeClient } from "./anonymous/upgrading-client.ts";
export { Auth } from "./auth.tsx";
export { authHandler } from "./auth-handler/auth-handler.tsx";
export { useAuthHandler } from "./auth-handler/use-auth-handler.ts";
export { type CaptchaOptions, captcha } from "./captcha/captcha.tsx";
export type { CaptchaProvider } from "./captcha/script.ts";
export {
  type CheckEmailScreenOptions,
  checkEmailScreen,
} from "./check-email/check-email-screen.tsx";
export type { ClientWith } from "./client.ts";
export {
  ConfirmLink,
  type ConfirmLinkProps,
  type ConfirmLinkResult,
} from "./confirm-link/confirm-link.tsx";
export { emailSuggestion } from "./email-suggestion/email-suggestion.tsx";
export { errorHelp } from "./error-help/error-help.tsx";
export { type ErrorCode, type ErrorReason, errorReasons } from "./error-help/error-reasons.ts";
export { existingAccount } from "./existing-account/existing-account.tsx";
export type { Identifier } from "./identifier-first/identifier.ts";
export {
  type IdentifierFirstOptions,
  type IdentifierMethod,
  identifierFirst,
} from "./identifier-first/identifier-first.tsx";
export { lastUsedMethod } from "./last-used-method/last-used-method.tsx";
export { moreMethods } from "./more-methods/more-methods.tsx";
export { closeOAuthPopup, type OAuthPopupOptions, oauthPopup } from "./oauth-popup/oauth-popup.ts";
export { offlineNotice } from "./offline-notice/offline-notice.tsx";
export { type GoogleOneTapOptions, googleOneTap } from "./one-tap/google-one-tap.ts";
export {
  PasskeyOffer,
  type PasskeyOfferClient,
  type PasskeyOfferProps,
} from "./passkeys/passkey-offer.tsx";
export { type PasskeysOptions, passkeys } from "./passkeys/passkeys.tsx";
export {
  type PasskeySignIn,
  type PasskeySignInOptions,
  usePasskeySignIn,
} from "./passkeys/use-passkey-sign-in.ts";
export { passwordChecklist } from "./password-checklist/password-checklist.tsx";
export type { PhoneOptions } from "./phone/options.ts";
export { phone } from "./phone/phone.tsx";
export type { NumberForm, WayOn } from "./phone/use-number-form.ts";
export {
  type PhoneCode,
  type PhoneSignIn,
  type PhoneSignInOptions,
  usePhoneSignIn,
} from "./phone/use-phone-sign-in.ts";
export type { AuthPlugin, AuthProps, PluginForm, SignInMethod } from "./plugin.ts";
export { type ServerSettingsOptions, serverSettings } from "./server-settings/server-settings.ts";
export { singleSignOn } from "./single-sign-on/single-sign-on.tsx";
export type { PluginLocale, PluginLocalization, PluginVariables, PluginWords } from "./words.ts";
