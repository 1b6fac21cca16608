import type { I18nVariables } from "./en.ts";

/** Your own texts. Texts that you leave out are English. */
export interface LocalizationProp {
  variables?: I18nVariables;
  /** The language of the texts (BCP 47), if it is not the page's language. It also sets the writing direction. */
  lang?: string;
}
