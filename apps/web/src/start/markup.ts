import type { AuthSettings } from "@portico/react/plugins";
import { parseSettings } from "@portico/react/plugins";
import { type Language, languageOf, type Vocabulary } from "../i18n/languages.ts";

/** The signed-out page that a build has put into index.html, where it is this visitor's. */
export interface Markup {
  /** The settings that it assumes of the backend. */
  readonly settings: AuthSettings;
  /** The language that it is in. */
  spoken(): Promise<{ language: Language; vocabulary: Vocabulary }>;
  /** The page answers now: what was pressed and chosen before is done. */
  taken(): void;
}

/**
 * The markup that the application may take over. Undefined where there is none, and where early.js found
 * that this visitor is to see something else: it is taken away then, unseen.
 */
export function markupIn(place: HTMLElement): Markup | undefined {
  const { documentElement: page } = document;
  const { door } = page.dataset;
  // It is taken over once.
  delete page.dataset["door"];
  if (door !== "here") {
    place.replaceChildren();
    return undefined;
  }
  return {
    settings: parseSettings(JSON.parse(place.dataset["settings"] ?? "null")) ?? {},
    async spoken() {
      const language = languageOf(page.lang);
      return { language, vocabulary: await language.load() };
    },
    taken: () => void dispatchEvent(new Event("portico:taken")),
  };
}
