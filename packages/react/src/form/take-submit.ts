import type { SyntheticEvent } from "react";

/**
 * Keeps a submit event from the browser, and from a form around a portal: React passes the event on to
 * the parents in its own tree, where that form would be sent as well.
 */
export function takeSubmit(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
