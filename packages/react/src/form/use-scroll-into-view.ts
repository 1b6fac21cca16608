import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for an element that is scrolled into view when its content changes, so that users do not miss a message
 * outside the viewport. Does not move the focus, and does not scroll if the element is already visible.
 *
 * @param content the content; the element is not scrolled while this is falsy
 */
export function useScrollIntoView(content: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Documents without layout, such as jsdom's, cannot scroll.
    if (content) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [content]);
  return element;
}
