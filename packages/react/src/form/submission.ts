/**
 * The life of a submission, without React: idle → sending → done or failed.
 *
 * Every attempt has a number. An answer carries the number of the attempt that asked for it and
 * counts only while that attempt is the current one: after another submission or a change of view
 * it is stale, and changes nothing.
 */
export type Submission = { readonly attempt: number } & (
  | { readonly phase: "idle" }
  /** `source` is what was pressed: a view's form, or a provider's button. */
  | { readonly phase: "sending"; readonly source: string }
  /** `confirmation` is what to tell the person, if anything. */
  | { readonly phase: "done"; readonly confirmation: string | undefined }
  | ({ readonly phase: "failed" } & Failure)
);

/** Why a submission failed, in words for the person. */
export interface Failure {
  readonly message: string;
  /** The name of the field at fault, where there is one. */
  readonly field?: string | undefined;
}

export type SubmissionEvent =
  | { readonly type: "send"; readonly source: string }
  | {
      readonly type: "succeed";
      readonly attempt: number;
      readonly confirmation: string | undefined;
    }
  | { readonly type: "fail"; readonly attempt: number; readonly failure: Failure }
  /** Someone types: what was wrong may be right now. */
  | { readonly type: "edit" }
  /** Another view is shown, with something to confirm from the one before or nothing. */
  | { readonly type: "reset"; readonly confirmation?: string | undefined };

export const idle: Submission = { phase: "idle", attempt: 0 };

/** The next state. The same object comes back when the event changes nothing. */
export function reduce(state: Submission, event: SubmissionEvent): Submission {
  switch (event.type) {
    case "send":
      // The same thing pressed twice is one submission.
      if (state.phase === "sending" && state.source === event.source) return state;
      return { phase: "sending", attempt: state.attempt + 1, source: event.source };
    case "succeed":
      if (event.attempt !== state.attempt) return state;
      return { phase: "done", attempt: state.attempt, confirmation: event.confirmation };
    case "fail":
      if (event.attempt !== state.attempt) return state;
      return { phase: "failed", attempt: state.attempt, ...event.failure };
    case "edit":
      return state.phase === "failed" ? { phase: "idle", attempt: state.attempt } : state;
    case "reset": {
      const attempt = state.attempt + 1;
      return event.confirmation === undefined
        ? { phase: "idle", attempt }
        : { phase: "done", attempt, confirmation: event.confirmation };
    }
  }
}
