/** The measurements of a kit: mounting its page, typing, and changing the view. */
export interface Measures {
  /** The milliseconds of each of `times` mounts, including layout. */
  mount(times: number): number[];
  /** The milliseconds of a keystroke in the e-mail field, including layout: one mean for each of `times` words. */
  type(times: number): Promise<number[]>;
  /**
   * The number of nodes added while a word is typed, on a page that renders at each keystroke.
   */
  countReplaced(): Promise<number>;
  /**
   * The milliseconds of each change of view, `times` times to the other view and back: in the script with layout, and
   * until the browser has painted.
   */
  changeView(times: number): Promise<{ script: number[]; frame: number[] }>;
  /** The distance in pixels by which content outside the form moved when the view changed. */
  maxShift(): Promise<number>;
}
