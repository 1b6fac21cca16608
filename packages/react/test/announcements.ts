import { onTestFinished } from "vitest";

/**
 * What is announced from now on: text that comes into a live region of the page, or into one that was
 * made one in the same turn. Of a region that appears with its text it depends on the browser, so
 * that it counts for nothing here.
 */
export function announcements(): string[] {
  const announced: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      // What came and went within one turn, nobody has heard.
      if (!element?.isConnected || !element.closest("[role=status], [role=alert]")) continue;
      for (const { textContent } of addedNodes) if (textContent) announced.push(textContent);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return announced;
}
