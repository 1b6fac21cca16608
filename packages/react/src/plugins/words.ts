import type { LocalizationProp } from "../i18n/localization.ts";
import type { anonymous } from "./anonymous/en.ts";
import type { captcha } from "./captcha/en.ts";
import type { check_email } from "./check-email/en.ts";
import type { code } from "./code/en.ts";
import type { confirm, ExpiredText } from "./confirm-link/en.ts";
import type { email_suggestion } from "./email-suggestion/en.ts";
import type { help, ReasonTexts } from "./error-help/en.ts";
import type { existing } from "./existing-account/en.ts";
import type { identifier_first } from "./identifier-first/en.ts";
import type { last_used_method } from "./last-used-method/en.ts";
import type { more_methods } from "./more-methods/en.ts";
import type { offline } from "./offline-notice/en.ts";
import type { passkey_offer, passkeys } from "./passkeys/en.ts";
import type { checklist } from "./password-checklist/en.ts";
import type { phone } from "./phone/en.ts";
import type { sso } from "./single-sign-on/en.ts";

/**
 * The English texts of the plugins. Each plugin has its own section in its own folder, so that a page only loads the
 * texts that it needs. `{{names}}` are placeholders.
 */
interface Sections {
  readonly check_email: typeof check_email;
  readonly code: typeof code;
  readonly confirm: typeof confirm & ExpiredText;
  readonly phone: typeof phone;
  readonly anonymous: typeof anonymous;
  readonly existing: typeof existing;
  readonly errors: ReasonTexts;
  readonly help: typeof help;
  readonly passkeys: typeof passkeys;
  readonly passkey_offer: typeof passkey_offer;
  readonly sso: typeof sso;
  readonly more_methods: typeof more_methods;
  readonly captcha: typeof captcha;
  readonly last_used_method: typeof last_used_method;
  readonly email_suggestion: typeof email_suggestion;
  readonly offline: typeof offline;
  readonly checklist: typeof checklist;
  readonly identifier_first: typeof identifier_first;
}

/** A complete set of texts for the plugins. */
export type PluginWords = {
  readonly [Name in keyof Sections]: { readonly [Key in keyof Sections[Name]]: string };
};

/** The `localization.plugins` of a form: any subset of the texts. The rest is English. */
export type PluginVariables = {
  readonly [Name in keyof Sections]?: { readonly [Key in keyof Sections[Name]]?: string };
};

/** The texts of a form and of its plugins. */
export interface PluginLocalization extends LocalizationProp {
  plugins?: PluginVariables;
}

/** The default export of a locale module for the plugins. Merge it with a locale for the forms. */
export interface PluginLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly plugins: PluginWords;
}
