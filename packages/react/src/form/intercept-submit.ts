import type { SyntheticEvent } from "react";

/**
 * Prevents the browser from submitting a form, and a form around a portal from receiving the event: React events bubble
 * along the React tree, which would submit the outer form as well.
 */
export function interceptSubmit(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
