/** The consent screen of a project whose users sign in to other applications with their account (OAuth 2.1). */
export { Consent, type ConsentProps } from "./consent.tsx";
export { type ConsentLocale, type ConsentWords, en } from "./en.ts";
export type {
  ConsentClient,
  ConsentRequest,
  ConsentScope,
} from "./request.ts";
export {
  type Consent as ConsentState,
  type ConsentLocalization,
  type ConsentOptions,
  type ConsentQuestion,
  useConsent,
} from "./use-consent.ts";
