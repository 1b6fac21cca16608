import { useSyncExternalStore } from "react";
import { remember, remembered } from "../browser/remembered.ts";

/** The chosen colour scheme, or the system's. */
export type SchemeChoice = "system" | "light" | "dark";
export const schemeChoices: readonly SchemeChoice[] = ["system", "light", "dark"];

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** The choice in force: early.js has put a remembered one on the document before the first paint. */
function chosen(): SchemeChoice {
  const { scheme } = document.documentElement.dataset;
  return scheme === "light" || scheme === "dark" ? scheme : "system";
}

function apply(choice: SchemeChoice) {
  if (choice === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = choice;
  paintBrowser();
  for (const listener of listeners) listener();
}

/** The browser's own bars follow the page, not the system. */
function paintBrowser() {
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    if (ground) meta.setAttribute("content", ground);
  }
}

function choose(choice: SchemeChoice) {
  remember("scheme", choice === "system" ? null : choice);
  apply(choice);
}

function subscribe(listener: () => void) {
  const onSystemChange = () => {
    paintBrowser();
    listener();
  };
  // Another tab remembered another choice.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== "portico.scheme") return;
    const scheme = remembered("scheme");
    apply(scheme === "light" || scheme === "dark" ? scheme : "system");
  };
  const system = systemIsDark();
  // A remembered choice may differ from the system's, which is what index.html goes by.
  paintBrowser();
  // Another tab may have chosen while nobody here listened.
  const kept = remembered("scheme");
  if ((kept === "light" || kept === "dark") && kept !== chosen()) apply(kept);
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
 * The colour scheme: what was chosen, whether that comes out dark, and how to choose. The markup of a
 * build is light, as far as the stylesheet does not decide; early.js makes it dark where it should be.
 */
export function useScheme() {
  const choice = useSyncExternalStore<SchemeChoice>(subscribe, chosen, () => "system");
  const systemDark = useSyncExternalStore(
    subscribe,
    () => systemIsDark().matches,
    () => false,
  );
  return { choice, dark: choice === "system" ? systemDark : choice === "dark", choose };
}
