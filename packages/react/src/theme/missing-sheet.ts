let isReported = false;

/** Names the style sheet in the console, once a page, where a form has none. */
export function reportMissingSheet(root: Element): void {
  const check = () => {
    if (isReported || !root.isConnected) return;
    // The sheet gives every theme a value for it.
    if (getComputedStyle(root).getPropertyValue("--portico-space-small")) return;
    isReported = true;
    console.warn(
      'Portico: the form has no styles. Add this line to the file that renders it, or to your layout: import "@portico/react/styles.css";',
    );
  };
  if (document.readyState === "complete") check();
  else addEventListener("load", check, { once: true });
}
