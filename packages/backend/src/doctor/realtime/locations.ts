import type { ChangeListener } from "./calls.ts";

/** Formats the first three locations. */
export function formatList(locations: readonly string[]): string {
  const rest = locations.length - 3;
  return locations.slice(0, 3).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Formats the locations of entries. */
export const formatLocations = (listeners: readonly ChangeListener[]) =>
  formatList(listeners.map(({ location }) => location));
