/** What a built page exposes to measure its kit: mounting, typing, and changing the view. */
export interface KitPage {
  /** Returns the milliseconds of each of `times` mounts, including layout. */
  mount(times: number): number[];
  /**
   * Returns the milliseconds per keystroke in the e-mail field, including layout: one mean for each of `times` words.
   */
  type(times: number): Promise<number[]>;
  /** Returns the number of nodes that are added while a word is typed, on a page that renders at each keystroke. */
  countReplaced(): Promise<number>;
  /**
   * Changes to the other view and back, `times` times. Returns the milliseconds of each change: in the script,
   * including layout, and until the browser has painted.
   */
  changeView(times: number): Promise<{ script: number[]; frame: number[] }>;
  /** Returns the distance in pixels by which content outside the form moved when the view changed. */
  maxShift(): Promise<number>;
}
