import { onTestFinished } from "vitest";

/**
 * Returns a list that records announcements from now on: text that is inserted into a live region, or into an element
 * that became one in the same turn. A region that appears together with its text is not recorded, because browsers
 * differ in whether they announce it.
 */
export function recordAnnouncements(): string[] {
  const texts: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      // Text that was removed in the same turn is not announced.
      if (!element?.isConnected || !element.closest("[role=status], [role=alert]")) continue;
      for (const { textContent } of addedNodes) if (textContent) texts.push(textContent);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return texts;
}
