import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Takes the focus to the page's heading after going to another page, as a browser would by loading
 * it: a screen reader says where one is, and Tab goes on from there. The first page keeps the focus
 * where the browser put it.
 */
export function useHeadingFocus<Heading extends HTMLElement>() {
  const heading = useRef<Heading>(null);
  const { key } = useLocation();
  // Whether this is the first page is fixed when the page appears; later keys are turns within it.
  const first = useRef(key === "default");
  useEffect(() => {
    if (!first.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
