import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { anchorOf, type ViewType } from "../view-names.ts";

type SetHolder = (isHolder: boolean) => void;

/** The forms on the page that want each anchor; the first of each has it. */
const queues = new Map<string, SetHolder[]>();

/** Returns the id of a view's form; undefined while another form on the page has it. */
export function useAnchor(view: ViewType): string | undefined {
  const anchor = anchorOf(view);
  const [isHolder, setHolder] = useState(true);

  useBrowserLayoutEffect(() => {
    const queue = queues.get(anchor) ?? [];
    queues.set(anchor, queue);
    queue.push(setHolder);
    setHolder(queue[0] === setHolder);
    return () => {
      queue.splice(queue.indexOf(setHolder), 1);
      queue[0]?.(true);
    };
  }, [anchor]);

  return isHolder ? anchor : undefined;
}
