import type { confirm } from "./confirm-link/en.ts";
import type { existing } from "./existing/en.ts";
import type { guest } from "./guest/en.ts";
import type { phone } from "./phone/en.ts";
import type { sent } from "./sent/en.ts";

/**
 * The words of what stands around the form, in English: a section for each feature, kept beside the
 * feature, so that a page loads the words of no other. `{{names}}` stand for values.
 */
interface Sections {
  readonly sent: typeof sent;
  readonly confirm: typeof confirm;
  readonly phone: typeof phone;
  readonly guest: typeof guest;
  readonly existing: typeof existing;
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
