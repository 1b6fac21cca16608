/** A problem that will or may occur, its real cause, and the remedy. */
export interface Finding {
  /** "wrong" fails; "doubtful" may be meant. */
  readonly severity: "wrong" | "doubtful";
  /** The symptom, and its reason. */
  readonly cause: string;
  readonly fix: string;
}

export const wrong = (cause: string, fix: string): Finding => ({ severity: "wrong", cause, fix });
export const doubtful = (cause: string, fix: string): Finding => ({
  severity: "doubtful",
  cause,
  fix,
});
