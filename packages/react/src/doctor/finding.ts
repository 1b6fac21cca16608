/** A failure, or a possible one, with its cause and its fix. */
export interface Finding {
  /** Identifies the finding, so that it is shown only once. */
  readonly id: string;
  /** "wrong" is a failure; "doubtful" may be intended. */
  readonly severity: "wrong" | "doubtful";
  /** The symptom that a user sees, and its cause. */
  readonly cause: string;
  readonly fix: string;
}

/** Adds a finding. */
export type Report = (finding: Finding) => void;

export const wrongFinding = (id: string, cause: string, fix: string): Finding => ({
  id,
  severity: "wrong",
  cause,
  fix,
});

export const doubtfulFinding = (id: string, cause: string, fix: string): Finding => ({
  id,
  severity: "doubtful",
  cause,
  fix,
});
