import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { anchorOf, type ViewType } from "../view-names.ts";

/** The mounted forms, by anchor. The first form of each queue has the anchor as its id. */
const queues: Record<string, ((isHolder: boolean) => void)[]> = {};

/** Returns the id for a view's form, or undefined while another form on the page has that id. */
export function useAnchor(view: ViewType): string | undefined {
  const anchor = anchorOf(view);
  const [isHolder, setIsHolder] = useState(true);

  useBrowserLayoutEffect(() => {
    queues[anchor] ??= [];
    const queue = queues[anchor];
    setIsHolder(queue.push(setIsHolder) === 1);
    return () => {
      queue.splice(queue.indexOf(setIsHolder), 1);
      queue[0]?.(true);
    };
  }, [anchor]);

  return isHolder ? anchor : undefined;
}
