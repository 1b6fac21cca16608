import type { VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function that always calls the latest function, but whose identity never changes. */
export function useLatestCallback<Parameters extends readonly unknown[]>(
  latest: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...parameters) => current.current(...parameters), []);
}

/**
 * Returns the same array while the columns and their positions stay the same. The virtualizer creates a new one
 * whenever the grid scrolls.
 */
export function useStableItems(items: VirtualItem[]): readonly VirtualItem[] {
  const previous = useRef<readonly VirtualItem[]>(items);
  const isSame =
    previous.current.length === items.length &&
    previous.current.every(({ index, start, size }, position) => {
      const item = items[position];
      return item?.index === index && item.start === start && item.size === size;
    });
  if (!isSame) previous.current = items;
  return previous.current;
}
