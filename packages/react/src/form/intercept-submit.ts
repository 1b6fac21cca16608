import type { SyntheticEvent } from "react";

/**
 * Prevents the browser from submitting a form. Stops the event too, because React events bubble along the React tree:
 * from a portal they would also submit a form around it.
 */
export function interceptSubmit(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
