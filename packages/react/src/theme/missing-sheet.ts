let isReported = false;

/** Names the style sheet in the console, once a page, where a form has none. */
export function reportMissingSheet(root: Element): void {
  const check = () => {
    if (isReported || !root.isConnected) return;
    // Set by the sheet alone: a theme's variables have no such name.
    if (getComputedStyle(root).getPropertyValue("--portico-font")) return;
    isReported = true;
    console.warn(
      'Portico: the form has no styles. Add this line to the file that renders it, or to your layout: import "@portico/react/styles.css";',
    );
  };
  if (document.readyState === "complete") check();
  else addEventListener("load", check, { once: true });
}
