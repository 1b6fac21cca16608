/**
 * The state of a submission. A response is ignored unless the state is still the one that sent the request: another
 * submission or a change of view replaces that state.
 */
export type Submission =
  | { readonly phase: "idle" }
  /** `source` names the form or the button that was pressed. */
  | { readonly phase: "sending"; readonly source: string }
  /** `confirmation` is the text to show, if any. */
  | { readonly phase: "done"; readonly confirmation: string | undefined }
  /** `error` is the value that was thrown. */
  | ({ readonly phase: "failed"; readonly error: unknown } & Failure);

/** The properties that any state can have. */
export interface SubmissionSnapshot extends Partial<Failure> {
  readonly phase: Submission["phase"];
  readonly source?: string;
  readonly confirmation?: string | undefined;
}

/** Why a submission failed, as a message for the user. */
export interface Failure {
  readonly message: string;
  /** The name of the invalid field, if there is one. */
  readonly field?: string | undefined;
}

/** The events of a submission. */
export interface SubmissionActions {
  /**
   * Runs the work and shows its outcome: the returned text as a confirmation, a thrown error as a failure. Does nothing
   * if this source is already running. Never rejects.
   */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Clears a failure when the user types. */
  edit(): void;
  /** Starts over: ignores the running work, and shows only this confirmation, if any. */
  reset(confirmation?: string): void;
  /** Shows a failure from outside `run`, such as an error in the page's address. */
  fail(error: unknown): void;
}

export const idle: Submission = { phase: "idle" };

/** Creates a submission's state machine, without React: idle → sending → done or failed. */
export function createSubmission(
  explain: (error: unknown) => Failure,
  onChange: (state: Submission) => void,
): SubmissionActions {
  let state: SubmissionSnapshot = idle;
  const update = (nextState: Submission) => {
    state = nextState;
    onChange(nextState);
  };
  const fail = (error: unknown) => update({ phase: "failed", ...explain(error), error });

  return {
    async run(source, work) {
      // Pressing the same button twice is one submission.
      if (state.source === source) return;
      update({ phase: "sending", source });
      const sending = state;
      try {
        const confirmation = await work();
        if (state === sending) update({ phase: "done", confirmation });
      } catch (error) {
        if (state === sending) fail(error);
      }
    },
    edit() {
      if (state.phase === "failed") update(idle);
    },
    reset: (confirmation) =>
      update(confirmation === undefined ? idle : { phase: "done", confirmation }),
    fail,
  };
}
