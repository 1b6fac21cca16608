import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { anchorOf, type ViewType } from "../view-names.ts";

/** The forms on the page that use each anchor. The first form of each anchor has it as its id. */
const queues: Record<string, ((isHolder: boolean) => void)[]> = {};

/** Returns the id of a view's form, or undefined while another form on the page has it. */
export function useAnchor(view: ViewType): string | undefined {
  const anchor = anchorOf(view);
  const [isHolder, setHolder] = useState(true);

  useBrowserLayoutEffect(() => {
    queues[anchor] ??= [];
    const queue = queues[anchor];
    setHolder(queue.push(setHolder) === 1);
    return () => {
      queue.splice(queue.indexOf(setHolder), 1);
      queue[0]?.(true);
    };
  }, [anchor]);

  return isHolder ? anchor : undefined;
}
