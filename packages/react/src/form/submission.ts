/**
 * Where a submission stands. An answer counts only while the state that asked for it is the current
 * one: after another submission or a change of view it is stale, and changes nothing.
 */
export type Submission =
  | { readonly phase: "idle" }
  /** `source` is what was pressed: a view's form, or a provider's button. */
  | { readonly phase: "sending"; readonly source: string }
  /** `confirmation` is what to tell the person, if anything. */
  | { readonly phase: "done"; readonly confirmation: string | undefined }
  /** `error` is what was thrown. */
  | ({ readonly phase: "failed"; readonly error: unknown } & Failure);

/** The properties of all states. */
export interface Told extends Partial<Failure> {
  readonly phase: Submission["phase"];
  readonly source?: string;
  readonly confirmation?: string | undefined;
}

/** Why a submission failed, in words for the person. */
export interface Failure {
  readonly message: string;
  /** The name of the field at fault, where there is one. */
  readonly field?: string | undefined;
}

/** The events of a submission's life. */
export interface SubmissionActions {
  /**
   * Does the work and follows it to its end: what it returns is the confirmation to show, what it
   * throws is shown as a failure. Pressed again while it runs, it does nothing. Never rejects.
   */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Takes a failure back: the person types. */
  edit(): void;
  /** Starts afresh: running work becomes stale, and only this confirmation (if any) shows. */
  reset(confirmation?: string): void;
  /** Shows a failure that no work of this page had. */
  fail(error: unknown): void;
}

export const idle: Submission = { phase: "idle" };

/** The life of a submission, without React: idle → sending → done or failed. */
export function submissionOf(
  explain: (error: unknown) => Failure,
  changed: (state: Submission) => void,
): SubmissionActions {
  let state: Told = idle;
  const become = (next: Submission) => {
    state = next;
    changed(next);
  };
  const fail = (error: unknown) => become({ phase: "failed", ...explain(error), error });

  return {
    async run(source, work) {
      // The same thing pressed twice is one submission.
      if (state.source === source) return;
      become({ phase: "sending", source });
      const sending = state;
      try {
        const confirmation = await work();
        if (state === sending) become({ phase: "done", confirmation });
      } catch (error) {
        if (state === sending) fail(error);
      }
    },
    edit() {
      if (state.phase === "failed") become(idle);
    },
    reset: (confirmation) =>
      become(confirmation === undefined ? idle : { phase: "done", confirmation }),
    fail,
  };
}
