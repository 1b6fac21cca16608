/** What people meet around the form: each is loaded by those alone who import it. */
export { Auth } from "./auth.tsx";
export { type CaptchaOptions, captcha } from "./captcha/captcha.tsx";
export type { CaptchaProvider } from "./captcha/script.ts";
export { passwordChecklist } from "./checklist/password-checklist.tsx";
export type { ClientWith } from "./client.ts";
export {
  type Confirmed,
  ConfirmLink,
  type ConfirmLinkProps,
} from "./confirm-link/confirm-link.tsx";
export { errorHelp } from "./errors/error-help.tsx";
export { type ErrorCode, type Reason, reasons } from "./errors/reasons.ts";
export { existingAccount } from "./existing/existing-account.tsx";
export type { AroundForm, AroundProps, Extra, Way } from "./extra.ts";
export { guest } from "./guest/guest.tsx";
export { GuestUpgrade, type GuestUpgradeProps } from "./guest/guest-upgrade.tsx";
export type { GuestClient } from "./guest/staying.ts";
export { lastUsed } from "./last-used/last-used.tsx";
export { mailHint } from "./mail-hint/mail-hint.tsx";
export { moreWays } from "./more/more-ways.tsx";
export { offlineNotice } from "./offline/offline-notice.tsx";
export {
  PasskeyOffer,
  type PasskeyOfferClient,
  type PasskeyOfferProps,
} from "./passkeys/passkey-offer.tsx";
export { type PasskeysOptions, passkeys } from "./passkeys/passkeys.tsx";
export type { PhoneOptions } from "./phone/options.ts";
export { phone } from "./phone/phone.tsx";
export type { Mailbox } from "./sent/mailbox.ts";
export { knownMailbox } from "./sent/mailbox.ts";
export { type SentScreenOptions, sentScreen } from "./sent/sent-screen.tsx";
export { fetchSettings, type OfferedOptions, offered } from "./settings/offered.ts";
export { type AuthSettings, enabledProviders, settingsFrom } from "./settings/settings.ts";
export { singleSignOn } from "./sso/single-sign-on.tsx";
export type { AroundLocale, AroundVariables, AroundWords } from "./words.ts";
