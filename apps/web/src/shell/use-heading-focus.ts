import { useEffect, useRef, useState } from "react";

/** True once this document has shown a page. */
let hasShownPage = false;

/**
 * Returns whether the calling page is the first one of this document. The value is fixed when the page mounts. Signing
 * in or out also changes the page, without changing the address.
 */
export function useIsFirstPage(): boolean {
  const [isFirst] = useState(() => !hasShownPage);
  useEffect(() => {
    hasShownPage = true;
  }, []);
  return isFirst;
}

/**
 * Focuses the page's heading after a navigation, so that screen readers announce the page and Tab continues from there.
 * The first page keeps the browser's focus, and a page that has focused an element itself keeps that.
 */
export function useHeadingFocus<Heading extends HTMLElement>() {
  const heading = useRef<Heading>(null);
  const isFirstPage = useIsFirstPage();
  useEffect(() => {
    const hasFocusInside = heading.current?.closest("main")?.contains(document.activeElement);
    if (!isFirstPage && !hasFocusInside) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);
  return heading;
}
