import type { Listened } from "./calls.ts";

/** Some places of a source, for a sentence. */
export function listed(places: readonly string[]): string {
  const rest = places.length - 3;
  return places.slice(0, 3).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** The places of entries. */
export const placesOf = (listened: readonly Listened[]) =>
  listed(listened.map(({ place }) => place));
