import { useSyncExternalStore } from "react";
import { readPreference, savePreference } from "../browser/preferences.ts";

/** The chosen color scheme. "system" follows the operating system. */
export type SchemeChoice = "system" | "light" | "dark";
export const schemeChoices: readonly SchemeChoice[] = ["system", "light", "dark"];

const darkSchemeQuery = () => matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** Returns the current choice. early.js sets a stored one on the document before the first paint. */
function currentChoice(): SchemeChoice {
  const { scheme } = document.documentElement.dataset;
  return scheme === "light" || scheme === "dark" ? scheme : "system";
}

function apply(choice: SchemeChoice) {
  if (choice === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = choice;
  updateThemeColor();
  for (const listener of listeners) listener();
}

/** Gives the browser's toolbar the background color of the page. */
function updateThemeColor() {
  const background = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    if (background) meta.setAttribute("content", background);
  }
}

function choose(choice: SchemeChoice) {
  savePreference("scheme", choice === "system" ? null : choice);
  apply(choice);
}

function subscribe(listener: () => void) {
  const onSystemChange = () => {
    updateThemeColor();
    listener();
  };
  // Another tab changed the choice.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== "portico.scheme") return;
    const scheme = readPreference("scheme");
    apply(scheme === "light" || scheme === "dark" ? scheme : "system");
  };
  const system = darkSchemeQuery();
  // The theme-color in index.html follows the system, but a stored choice can differ from it.
  updateThemeColor();
  // Another tab may have stored a choice before this one subscribed.
  const storedChoice = readPreference("scheme");
  if ((storedChoice === "light" || storedChoice === "dark") && storedChoice !== currentChoice())
    apply(storedChoice);
  listeners.add(listener);
  system.addEventListener("change", onSystemChange);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", onSystemChange);
    removeEventListener("storage", onStorage);
  };
}

/**
 * Returns the chosen color scheme, whether it is dark, and a function that sets it. A page is prerendered with the light
 * scheme; early.js corrects that before the first paint.
 */
export function useScheme() {
  const choice = useSyncExternalStore<SchemeChoice>(subscribe, currentChoice, () => "system");
  const isSystemDark = useSyncExternalStore(
    subscribe,
    () => darkSchemeQuery().matches,
    () => false,
  );
  return { choice, dark: choice === "system" ? isSystemDark : choice === "dark", choose };
}
