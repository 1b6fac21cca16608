import { type RefObject, useEffect, useRef } from "react";

/**
 * Brings an element into the window whenever it tells something new: a message out of sight is a
 * button that does nothing. The focus stays where it is, and what lies in the window does not move.
 *
 * @param told what it tells; nothing to see while this is falsy
 */
export function useSeen(told: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Documents without a layout, such as jsdom's, cannot scroll.
    if (told) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [told]);
  return place;
}
