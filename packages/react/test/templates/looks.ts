import { expect } from "vitest";
import styles from "../../src/theme/styles.css?inline";
import { computedStylesOf } from "./computed.ts";

/** Creates a page in a frame, with these style sheets in this order. */
export function pageOf(sheets: readonly string[], html: string): Document {
  const frame = document.createElement("iframe");
  frame.style.cssText = "inline-size: 1280px; block-size: 900px";
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page) throw new Error("The frame has no document.");
  page.open();
  page.write(
    `<!doctype html><html><head></head><body><div id="root"><main style="flex: none; inline-size: 720px">${html}</main></div></body></html>`,
  );
  page.close();
  for (const sheet of sheets) page.head.append(styleOf(page, sheet));
  return page;
}

export function styleOf(page: Document, sheet: string): HTMLStyleElement {
  const style = page.createElement("style");
  style.textContent = sheet;
  return style;
}

export function closePage(page: Document): void {
  page.defaultView?.frameElement?.remove();
}

const looksOf = (page: Document) => new Map(computedStylesOf(page));

const references = new Map<string, ReturnType<typeof looksOf>>();

/** Returns the computed styles of a page without other style sheets. Sizes are in `rem`, which a page may change. */
function referenceStyles(html: string, kitSheet: string, rem: string): ReturnType<typeof looksOf> {
  const key = `${rem} ${html}`;
  const cachedLooks = references.get(key);
  if (cachedLooks) return cachedLooks;
  const page = pageOf([`html { font-size: ${rem} }`, kitSheet], html);
  const looks = looksOf(page);
  closePage(page);
  references.set(key, looks);
  return looks;
}

/** Returns the properties that differ from those on a page with only the kit's style sheet. */
export function findChangedProperties(
  sheets: readonly string[],
  html: string,
  kitSheet = styles,
): string[] {
  const page = pageOf(sheets, html);
  const actualLooks = looksOf(page);
  const expectedLooks = referenceStyles(
    html,
    kitSheet,
    getComputedStyle(page.documentElement).fontSize,
  );
  closePage(page);
  expect(expectedLooks.size).toBeGreaterThan(1_000);
  return [...expectedLooks]
    .filter(([name, value]) => actualLooks.get(name) !== value)
    .map(([name, value]) => `${name}: ${value} -> ${actualLooks.get(name)}`);
}
