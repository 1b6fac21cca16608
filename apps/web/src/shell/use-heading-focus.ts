import { useEffect, useRef, useState } from "react";

/** True once this document has shown a page. */
let begun = false;

/**
 * Whether the page that asks is the first of this document, and nothing that had the focus is gone. Fixed
 * when the page appears: later keys are turns within it. A page changes without its address where
 * somebody signs in or out.
 */
export function useIsFirstPage(): boolean {
  const [first] = useState(() => !begun);
  useEffect(() => {
    begun = true;
  }, []);
  return first;
}

/**
 * Takes the focus to the page's heading when one page has taken the place of another, as a browser
 * would by loading it: a screen reader says where one is, and Tab goes on from there. The first page
 * keeps the focus where the browser put it, and what a page focuses itself keeps it as well.
 */
export function useHeadingFocus<Heading extends HTMLElement>() {
  const heading = useRef<Heading>(null);
  const first = useIsFirstPage();
  useEffect(() => {
    const inside = heading.current?.closest("main")?.contains(document.activeElement);
    if (!first && !inside) heading.current?.focus({ preventScroll: true });
  }, [first]);
  return heading;
}
