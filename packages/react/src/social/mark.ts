/**
 * A brand's mark as data: what a button needs to draw it, and nothing of React.
 *
 * Every mark stands on the same 24 × 24 grid and has no gradient and no id, so that any number of
 * forms can share a page. `currentColor` is used where the brand's own colour is black or white.
 * The outlines of most single-colour marks follow Simple Icons (https://simpleicons.org, CC0 1.0).
 */
export interface Mark {
  /** The brand's colour, for `socialColors`: 4.5:1 or better against {@link Mark.ink}. */
  readonly background: string;
  /** The colour of words and of one-colour marks on {@link Mark.background}. */
  readonly ink: string;
  /** Fill and outline of each part, drawn in order with the even-odd rule. */
  readonly paths: readonly (readonly [fill: string, outline: string])[];
}
