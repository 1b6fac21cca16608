"use client";

import { useEffect, useRef, useState } from "react";
import { en } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import {
  createSubmission,
  type Failure,
  idle,
  type Submission,
  type SubmissionActions,
  type SubmissionSnapshot,
} from "./submission.ts";

/** A submission and its state. */
export interface SubmissionHandle extends SubmissionActions {
  /** The current state. */
  readonly state: Submission;
  /** Returns whether this source's submission is in progress. */
  sending(source: string): boolean;
  /** Returns the props of this source's button. */
  busy(source: string): { disabled: boolean; "aria-busy": true | undefined };
}

/**
 * Manages a submission, as every view does, for your own forms: one submission at a time, with loading state,
 * confirmation and failure. Handles double clicks, outdated responses and errors.
 *
 * @example
 * const submission = useSubmission();
 * const send = () =>
 *   submission.run("newsletter", async () => {
 *     const { error } = await client.auth.signInWithOtp({ email });
 *     if (error) throw error;
 *     return "Check your email";
 *   });
 */
export function useSubmission(
  explain: (error: unknown) => Failure = (error) => failureOf(error, en),
): SubmissionHandle {
  const [state, setState] = useState(idle);
  const latestExplain = useRef(explain);
  useEffect(() => {
    latestExplain.current = explain;
  });
  const [actions] = useState(() =>
    createSubmission((error) => latestExplain.current(error), setState),
  );
  const snapshot: SubmissionSnapshot = state;
  const sending = (source: string) => snapshot.source === source;
  return {
    ...actions,
    state,
    sending,
    busy: (source) => ({ disabled: sending(source), "aria-busy": sending(source) || undefined }),
  };
}
