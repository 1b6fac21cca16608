let isReported = false;

/** Warns in the console, once per page, about a form without the style sheet. */
export function reportMissingSheet(root: Element): void {
  const check = () => {
    if (isReported || !root.isConnected) return;
    // The style sheet sets this property for every theme.
    if (getComputedStyle(root).getPropertyValue("--portico-space-small")) return;
    isReported = true;
    console.warn(
      'Portico: the form has no styles. Add this line to the file that renders it, or to your layout: import "@portico/react/styles.css";',
    );
  };
  if (document.readyState === "complete") check();
  else addEventListener("load", check, { once: true });
}
