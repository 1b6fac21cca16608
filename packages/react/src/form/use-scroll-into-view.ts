import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for an element that is scrolled into view when its content changes, so that a message outside the
 * viewport is not missed. Does not move the focus, nor elements that are already visible.
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
