/**
 * A brand's icon as data, without React. Each entry has the fill and the outline of a path. The paths are drawn in
 * order with the even-odd rule.
 *
 * All icons use the same 24 × 24 grid and contain neither gradients nor ids, so that several forms can share a page.
 * `currentColor` is used if the brand's own color is black or white. The outlines of most single-color icons follow
 * Simple Icons (https://simpleicons.org, CC0 1.0).
 */
export type ProviderIcon = readonly (readonly [fill: string, outline: string])[];
