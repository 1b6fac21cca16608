/** The measurements of a kit: mounting its page, typing, and changing the view. */
export interface Measures {
  /** The milliseconds of each of `times` mounts, including layout. */
  mount(times: number): number[];
  /** The milliseconds of a key in the e-mail field, including layout: the mean of each word. */
  type(times: number): Promise<number[]>;
  /**
   * The number of nodes added or removed while a word is typed, on a page that renders at each key.
   */
  countReplaced(): Promise<number>;
  /**
   * The milliseconds of a change of view, there and back `times` times: in the script with layout, and until the
   * browser has painted.
   */
  changeView(times: number): Promise<{ script: number[]; frame: number[] }>;
  /** The distance in pixels by which content outside the form moved when the view changed. */
  maxShift(): Promise<number>;
}
