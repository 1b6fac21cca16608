import type { I18nVariables } from "./en.ts";

/** Words of your own, laid over English. */
export interface LocalizationProp {
  variables?: I18nVariables;
  /** Their language (BCP 47), when it is not the page's. It also sets the direction of writing. */
  lang?: string;
}
