import type { captcha } from "./captcha/en.ts";
import type { checklist } from "./checklist/en.ts";
import type { code } from "./code/en.ts";
import type { confirm, ExpiredText } from "./confirm-link/en.ts";
import type { help, ReasonTexts } from "./errors/en.ts";
import type { existing } from "./existing/en.ts";
import type { guest } from "./guest/en.ts";
import type { last_used } from "./last-used/en.ts";
import type { mail_hint } from "./mail-hint/en.ts";
import type { more } from "./more/en.ts";
import type { offline } from "./offline/en.ts";
import type { passkey_offer, passkeys } from "./passkeys/en.ts";
import type { phone } from "./phone/en.ts";
import type { sent } from "./sent/en.ts";
import type { sso } from "./sso/en.ts";

/**
 * The words of what stands around the form, in English: a section for each feature, kept beside the
 * feature, so that a page loads the words of no other. `{{names}}` stand for values.
 */
interface Sections {
  readonly sent: typeof sent;
  readonly code: typeof code;
  readonly confirm: typeof confirm & ExpiredText;
  readonly phone: typeof phone;
  readonly guest: typeof guest;
  readonly existing: typeof existing;
  readonly errors: ReasonTexts;
  readonly help: typeof help;
  readonly passkeys: typeof passkeys;
  readonly passkey_offer: typeof passkey_offer;
  readonly sso: typeof sso;
  readonly more: typeof more;
  readonly captcha: typeof captcha;
  readonly last_used: typeof last_used;
  readonly mail_hint: typeof mail_hint;
  readonly offline: typeof offline;
  readonly checklist: typeof checklist;
}

/** A complete set of words of what stands around the form. */
export type AroundWords = {
  readonly [Name in keyof Sections]: { readonly [Key in keyof Sections[Name]]: string };
};

/** The `localization.around` of a form: any of the words, the rest stays English. */
export type AroundVariables = {
  readonly [Name in keyof Sections]?: { readonly [Key in keyof Sections[Name]]?: string };
};

/** What a locale module of what stands around the form exports: spread it over a locale of the forms. */
export interface AroundLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly around: AroundWords;
}
