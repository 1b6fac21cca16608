import { type AuthSettings, parseSettings } from "@portico/react/plugins";
import { type Language, languageOf } from "../i18n/languages.ts";

/** The prerendered sign-in page in index.html. */
export interface PrerenderedPage {
  /** The backend's settings that it was rendered with. */
  readonly settings: AuthSettings;
  readonly language: Language;
  /** Lets early.js repeat a click that came before hydration. */
  onHydrated(): void;
}

/** Returns the prerendered page to hydrate. Removes it and returns undefined if early.js has hidden it. */
export function prerenderedPage(root: HTMLElement): PrerenderedPage | undefined {
  const { documentElement: html } = document;
  const { markup } = html.dataset;
  // The markup can be hydrated only once, and start() runs again after an error.
  delete html.dataset["markup"];
  if (markup !== "shown") {
    root.replaceChildren();
    return undefined;
  }
  return {
    settings: parseSettings(JSON.parse(root.dataset["settings"] ?? "null")) ?? {},
    language: languageOf(html.lang),
    onHydrated: () => void dispatchEvent(new Event("portico:hydrated")),
  };
}
