/** A certain or possible problem, its cause, and its fix. */
export interface Finding {
  /** "wrong" means that something fails; "doubtful" may be intended. */
  readonly severity: "wrong" | "doubtful";
  /** The symptom with its cause. */
  readonly cause: string;
  readonly fix: string;
}

export const wrong = (cause: string, fix: string): Finding => ({ severity: "wrong", cause, fix });
export const doubtful = (cause: string, fix: string): Finding => ({
  severity: "doubtful",
  cause,
  fix,
});
