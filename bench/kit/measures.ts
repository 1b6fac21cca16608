/** What a kit is measured by: how its page is mounted, typed into and led to another view. */
export interface Measures {
  /** Milliseconds that each of `times` mounts takes, up to the layout of what was mounted. */
  mount(times: number): number[];
  /** Milliseconds that a key takes in the e-mail field, each the mean of a word, up to the layout. */
  type(times: number): Promise<number[]>;
  /** Nodes that came or went while a word was typed, on a page that renders at each key. */
  replaced(): Promise<number>;
  /**
   * Milliseconds that a change of view takes, there and back `times` times: in the script itself with the
   * layout of what it shows, and until the browser has drawn it.
   */
  turn(times: number): Promise<{ script: number[]; frame: number[] }>;
  /** How far what stands outside the form moved when the view changed, in pixels. */
  shifted(): Promise<number>;
}
