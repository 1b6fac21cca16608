import type { I18nVariables } from "./en.ts";

/** Your own words. Missing ones are English. */
export interface LocalizationProp {
  variables?: I18nVariables;
  /** Their language (BCP 47), if it is not the language of the page. It also sets the direction of writing. */
  lang?: string;
}
