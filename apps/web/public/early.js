// Runs before the first paint. A file of its own, because the Content-Security-Policy allows no inline
// script. It stands between the markup that a build has put into the page and the application that takes
// it over: what has to be right before that is decided here, and what is done before that is kept here.
(() => {
  const page = document.documentElement;
  const kept = (store, key) => {
    try {
      return window[store].getItem(`portico.${key}`);
    } catch {
      // Storage may be forbidden; then there is nothing.
      return null;
    }
  };

  // src/shell/scheme.ts: a remembered colour scheme never flashes the other one.
  const scheme = kept("localStorage", "scheme");
  const isChosen = scheme === "light" || scheme === "dark";
  if (isChosen) page.dataset.scheme = scheme;
  const isDark = isChosen ? scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  // A page without markup has no languages.
  const languages = page.dataset.languages?.split(" ");
  if (!languages) return;

  // src/i18n/vocabulary.tsx: the language chosen before, else the best of those that are asked for.
  const language = () => {
    const chosen = kept("localStorage", "language");
    const wanted = chosen ? [chosen] : navigator.languages.map((tag) => tag.toLowerCase());
    const codes = wanted.map((tag) => tag.split("-")[0]);
    return codes.find((code) => languages.includes(code)) ?? "en";
  };

  // The markup is that of somebody who is not signed in, and has come for nothing else.
  const way = kept("localStorage", "last-used");
  const isHere =
    language() === page.lang &&
    way !== "passkey" &&
    kept("localStorage", "session") === null &&
    ["recovery", "sent", "phone"].every((key) => kept("sessionStorage", key) === null) &&
    ["", "#auth-sign-in"].includes(location.hash) &&
    !/[?&](code|error)/.test(location.search) &&
    !["/confirm", "/oauth/consent"].includes(location.pathname);
  page.dataset.door = isHere ? "here" : "elsewhere";
  if (!isHere) return;

  // As the form is, before it is painted: dark, the way that was used last before others.
  const observer = new MutationObserver(() => {
    const form = document.querySelector("#root .portico");
    if (form && isDark) form.dataset.porticoTheme = "dark";
    const first =
      way?.startsWith("social:") && `[data-portico-provider="${CSS.escape(way.slice(7))}"]`;
    if (first) document.querySelector(first)?.setAttribute("data-first", "");
    if (/^(phone|sso|anonymous)$/.test(way ?? ""))
      document.querySelector("#root details")?.setAttribute("open", "");
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => observer.disconnect());

  // What is pressed before the application is there is pressed again then.
  let pressed;
  const keep = (event) => {
    if (event.type === "submit") return event.preventDefault();
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const control = event.target.closest('button, a[href^="#"]');
    if (!control || opensElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = control;
  };
  const types = ["click", "submit"];
  for (const type of types) addEventListener(type, keep, true);
  const repeat = () => {
    for (const type of types) removeEventListener(type, keep, true);
    pressed?.click();
  };
  addEventListener("portico:taken", repeat, { once: true });
})();
