/** Something that fails, or may, with its real cause and what to do about it. */
export interface Finding {
  /** Tells one from another: the same is shown once. */
  readonly id: string;
  /** "wrong" fails; "doubtful" may be meant. */
  readonly severity: "wrong" | "doubtful";
  /** The symptom that a user would see, and its cause. */
  readonly cause: string;
  readonly fix: string;
}

/** A watch calls this with each of its findings. */
export type Tell = (finding: Finding) => void;

export const wrong = (id: string, cause: string, fix: string): Finding => ({
  id,
  severity: "wrong",
  cause,
  fix,
});

export const doubtful = (id: string, cause: string, fix: string): Finding => ({
  id,
  severity: "doubtful",
  cause,
  fix,
});
