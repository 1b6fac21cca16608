import type { VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function that never changes, and calls the latest one. */
export function useLatest<Parameters extends readonly unknown[]>(
  latest: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...parameters) => current.current(...parameters), []);
}

/** Returns the same list as long as it has the same columns at the same positions: scrolling down makes a new one. */
export function useStable(items: VirtualItem[]): readonly VirtualItem[] {
  const kept = useRef<readonly VirtualItem[]>(items);
  const isSame =
    kept.current.length === items.length &&
    kept.current.every(({ index, start, size }, at) => {
      const item = items[at];
      return item?.index === index && item.start === start && item.size === size;
    });
  if (!isSame) kept.current = items;
  return kept.current;
}
