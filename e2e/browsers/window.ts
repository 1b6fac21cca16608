/** The actions of a walk, independent of the protocol that drives the browser. */
export interface BrowserWindow {
  goto(url: string): Promise<void>;
  /** The page's URL. */
  url(): Promise<string>;
  reload(): Promise<void>;
  /** Replaces the text of the field with that label by typing. */
  fill(label: string, text: string): Promise<void>;
  /** Clicks the button or link with that name, using the pointer. */
  click(name: string): Promise<void>;
  /** Returns the text that the page shows. */
  text(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Finds the visible field with that label, ignoring case. It runs in the page, because both protocols send its source
 * code.
 *
 * @returns null if there is none yet
 */
export function findField(label: string): Element | null {
  const isNamed = (text: string | null) => text?.trim().toLowerCase() === label.toLowerCase();
  return (
    [...document.querySelectorAll<HTMLInputElement>("input, textarea")].find(
      (field) =>
        field.checkVisibility() &&
        (isNamed(field.getAttribute("aria-label")) ||
          [...(field.labels ?? [])].some(({ textContent }) => isNamed(textContent))),
    ) ?? null
  );
}

/** Finds the visible, enabled button or link with that name. It runs in the page, too. */
export function findControl(name: string): Element | null {
  return (
    [...document.querySelectorAll<HTMLButtonElement>("button, a[href], [role=button]")].find(
      (element) =>
        element.checkVisibility() &&
        !element.disabled &&
        (element.getAttribute("aria-label") ?? element.textContent)?.trim() === name,
    ) ?? null
  );
}
