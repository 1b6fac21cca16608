/**
 * A brand's icon as data: what a button needs to draw it, and nothing of React. Each entry is the
 * fill and the outline of a part, drawn in order with the even-odd rule.
 *
 * Every icon stands on the same 24 × 24 grid and has no gradient and no id, so that any number of
 * forms can share a page. `currentColor` is used where the brand's own colour is black or white.
 * The outlines of most single-colour icons follow Simple Icons (https://simpleicons.org, CC0 1.0).
 */
export type ProviderIcon = readonly (readonly [fill: string, outline: string])[];
