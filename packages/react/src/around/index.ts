/** What people meet around the form: each is loaded by those alone who import it. */
export { type CaptchaOptions, captcha } from "./captcha/captcha.tsx";
export type { CaptchaProvider } from "./captcha/script.ts";
export { passwordChecklist } from "./checklist/password-checklist.tsx";
export type { ClientWith } from "./client.ts";
export { errorHelp } from "./errors/error-help.tsx";
export { type ErrorCode, type Reason, reasons } from "./errors/reasons.ts";
export type { Extra } from "./extra.ts";
export { lastUsed } from "./last-used/last-used.tsx";
export { mailHint } from "./mail-hint/mail-hint.tsx";
export { offlineNotice } from "./offline/offline-notice.tsx";
export {
  PasskeyOffer,
  type PasskeyOfferClient,
  type PasskeyOfferProps,
} from "./passkeys/passkey-offer.tsx";
export { type PasskeysOptions, passkeys } from "./passkeys/passkeys.tsx";
export { fetchSettings, type OfferedOptions, offered } from "./settings/offered.ts";
export { type AuthSettings, settingsFrom } from "./settings/settings.ts";
export { singleSignOn } from "./sso/single-sign-on.tsx";
export type { AroundLocale, AroundVariables, AroundWords } from "./words.ts";
