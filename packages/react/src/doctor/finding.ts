/** Something that fails, or may, with its real cause and what to do about it. */
export interface Finding {
  /** Tells one from another: the same is shown once. */
  readonly id: string;
  /** "wrong" fails; "doubtful" may be meant. */
  readonly severity: "wrong" | "doubtful";
  /** What somebody would see, and why. */
  readonly cause: string;
  readonly fix: string;
}

/** What a watch calls with each thing that it finds. */
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
