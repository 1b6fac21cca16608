// Runs before the first paint of a prerendered page (build/prerender-plugin.ts). It hides the markup from visitors who
// will see something else, applies stored choices to it, and holds clicks until the application has hydrated it. It is
// a separate file because the Content-Security-Policy forbids inline scripts.
(() => {
  const page = document.documentElement;
  const readStored = (storage, key) => {
    try {
      return window[storage].getItem(`portico.${key}`);
    } catch {
      // A browser can forbid access to storage.
      return null;
    }
  };

  // The same rule as in src/shell/scheme.ts.
  const scheme = readStored("localStorage", "scheme");
  const hasStoredScheme = scheme === "light" || scheme === "dark";
  if (hasStoredScheme) page.dataset.scheme = scheme;
  const isDark = hasStoredScheme
    ? scheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;

  const languages = page.dataset.languages?.split(" ");
  if (!languages) return;

  // The same rule as in src/i18n/translations.tsx.
  const preferredLanguage = () => {
    const storedLanguage = readStored("localStorage", "language");
    const preferred = storedLanguage
      ? [storedLanguage]
      : navigator.languages.map((tag) => tag.toLowerCase());
    const codes = preferred.map((tag) => tag.split("-")[0]);
    return codes.find((code) => languages.includes(code)) ?? "en";
  };

  // The markup shows the sign-in view, so it is visible only to visitors without a session.
  const lastUsed = readStored("localStorage", "last-used");
  const isVisible =
    preferredLanguage() === page.lang &&
    lastUsed !== "passkey" &&
    readStored("localStorage", "session") === null &&
    ["recovery", "sent", "phone"].every((key) => readStored("sessionStorage", key) === null) &&
    ["", "#auth-sign-in"].includes(location.hash) &&
    !/[?&](code|error)/.test(location.search) &&
    !["/confirm", "/oauth/consent"].includes(location.pathname);
  page.dataset.markup = isVisible ? "shown" : "hidden";
  if (!isVisible) return;

  // Before the first paint, sets the form's theme and moves the method that was used last to the front.
  const observer = new MutationObserver(() => {
    const form = document.querySelector("#root .portico");
    if (form && isDark) form.dataset.porticoTheme = "dark";
    const provider =
      lastUsed?.startsWith("social:") &&
      document.querySelector(`[data-portico-provider="${CSS.escape(lastUsed.slice(7))}"]`);
    if (provider) provider.dataset.first = "";
    if (/^(phone|sso|anonymous)$/.test(lastUsed ?? ""))
      document.querySelector("#root details")?.setAttribute("open", "");
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => observer.disconnect());

  // Remembers the last click on a button or on a link to another view, and repeats it after hydration.
  let clickedControl;
  const captureClick = (event) => {
    if (event.type === "submit") return event.preventDefault();
    const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const control = event.target.closest('button, a[href^="#"]');
    if (!control || opensNewTab) return;
    event.preventDefault();
    event.stopPropagation();
    clickedControl = control;
  };
  const types = ["click", "submit"];
  for (const type of types) addEventListener(type, captureClick, true);
  const repeat = () => {
    for (const type of types) removeEventListener(type, captureClick, true);
    clickedControl?.click();
  };
  addEventListener("portico:hydrated", repeat, { once: true });
})();
