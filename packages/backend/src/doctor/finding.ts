/** Something that will fail, or may, with its real cause and what to do about it. */
export interface Finding {
  /** "wrong" fails; "doubtful" may be meant. */
  readonly severity: "wrong" | "doubtful";
  /** What somebody would see, and why. */
  readonly cause: string;
  readonly fix: string;
}

export const wrong = (cause: string, fix: string): Finding => ({ severity: "wrong", cause, fix });
export const doubtful = (cause: string, fix: string): Finding => ({
  severity: "doubtful",
  cause,
  fix,
});
