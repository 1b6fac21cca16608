// Runs before the first paint of a prerendered page (build/prerendered.ts). It hides the markup from visitors who will
// see something else, applies stored choices to it, and keeps clicks until the application has hydrated it. It is a
// separate file because the Content-Security-Policy forbids inline scripts.
(() => {
  const page = document.documentElement;
  const stored = (storage, key) => {
    try {
      return window[storage].getItem(`portico.${key}`);
    } catch {
      // The browser may forbid storage.
      return null;
    }
  };

  // As in src/shell/scheme.ts.
  const scheme = stored("localStorage", "scheme");
  const isChosen = scheme === "light" || scheme === "dark";
  if (isChosen) page.dataset.scheme = scheme;
  const isDark = isChosen ? scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  const languages = page.dataset.languages?.split(" ");
  if (!languages) return;

  // As in src/i18n/vocabulary.tsx.
  const preferredLanguage = () => {
    const chosen = stored("localStorage", "language");
    const preferred = chosen ? [chosen] : navigator.languages.map((tag) => tag.toLowerCase());
    const codes = preferred.map((tag) => tag.split("-")[0]);
    return codes.find((code) => languages.includes(code)) ?? "en";
  };

  // The markup is the sign-in view for a visitor without a session.
  const lastUsed = stored("localStorage", "last-used");
  const isShown =
    preferredLanguage() === page.lang &&
    lastUsed !== "passkey" &&
    stored("localStorage", "session") === null &&
    ["recovery", "sent", "phone"].every((key) => stored("sessionStorage", key) === null) &&
    ["", "#auth-sign-in"].includes(location.hash) &&
    !/[?&](code|error)/.test(location.search) &&
    !["/confirm", "/oauth/consent"].includes(location.pathname);
  page.dataset.markup = isShown ? "shown" : "hidden";
  if (!isShown) return;

  // Gives the form its theme and the last used method its position before they are painted.
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

  // Keeps the last click on a button or a view's link, and repeats it after hydration.
  let clicked;
  const keep = (event) => {
    if (event.type === "submit") return event.preventDefault();
    const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const control = event.target.closest('button, a[href^="#"]');
    if (!control || opensNewTab) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = control;
  };
  const types = ["click", "submit"];
  for (const type of types) addEventListener(type, keep, true);
  const repeat = () => {
    for (const type of types) removeEventListener(type, keep, true);
    clicked?.click();
  };
  addEventListener("portico:hydrated", repeat, { once: true });
})();
